// A complaint; `hash` is of its day and words, so that a form sent twice is one. `account` is the member who was logged in.
import { hidden, kept, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface ComplaintTable {
  tenant: number;
  id: string;
  hash: Uint8Array;
  account: string | null;
  email: string;
  language: string;
  subject: string;
  text: string;
  at: Date;
}

export const complaint = table<ComplaintTable>()({
  // The job may be a day late.
  retention: { column: 'at', keepHours: (2 * 365 - 1) * DAY },
  owners: ['account'],
  columns: {
    ...plain('tenant', 'hash'),
    ...kept('A complaint is kept for two years.', true, 'id', 'language', 'subject', 'text', 'at'),
    ...kept('Only until a person has closed the complaint.', true, 'email'),
    ...hidden(OWNER, 'account'),
  },
});
