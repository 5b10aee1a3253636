// Which member has blocked which.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export interface BlockTable {
  tenant: number;
  blocker: string;
  blocked: string;
  at: Defaulted<Date>;
}

export const block = table<BlockTable>()({
  retention: WITH_ACCOUNT,
  owners: ['blocker'],
  columns: { ...plain('tenant'), ...own('blocked', 'at'), ...hidden(OWNER, 'blocker') },
});
