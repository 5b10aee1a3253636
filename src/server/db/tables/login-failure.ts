// Failed logins by key (account and address together); `level` counts the blocks so far.
import { kept, plain, SHORT } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface LoginFailureTable {
  tenant: number;
  key: string;
  failures: number;
  level: number;
  failed_at: Date;
  blocked_until: Date | null;
}

export const loginFailure = table<LoginFailureTable>()({
  retention: { column: 'failed_at', keepHours: DAY },
  owners: [],
  columns: { ...plain('tenant', 'failures', 'level'), ...kept(SHORT, false, 'key', 'failed_at', 'blocked_until') },
});
