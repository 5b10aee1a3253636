// A selfie that a person compares with the main photo; no address opens it.
import type { Gesture } from '#contract/selfies';
import { SELFIE } from '#domain/limits';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface SelfieTable {
  tenant: number;
  account: string;
  id: string;
  file: string;
  gesture: Gesture;
  at: Date;
  /** It goes soon after. */
  decided_at: Defaulted<Date | null>;
}

export const selfie = table<SelfieTable>()({
  // The job may be a day late.
  retention: { column: 'at', keepHours: (SELFIE.keepDays - 1) * DAY },
  owners: ['account'],
  files: { column: 'file', exportedAs: 'id' },
  columns: {
    ...plain('tenant'),
    ...own('id', 'gesture', 'at', 'decided_at'),
    ...hidden('Where the picture lies; the picture is in the export itself.', 'file'),
    ...hidden(OWNER, 'account'),
  },
});
