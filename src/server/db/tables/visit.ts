// Which profiles a member opened on a day, so that opening one twice counts once.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface VisitTable {
  tenant: number;
  account: string;
  profile: string;
  day: string;
}

export const visit = table<VisitTable>()({
  retention: { column: 'day', keepHours: DAY },
  owners: ['account'],
  columns: { ...plain('tenant'), ...own('profile', 'day'), ...hidden(OWNER, 'account') },
});
