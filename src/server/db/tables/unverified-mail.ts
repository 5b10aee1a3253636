// Mails of a day to an unconfirmed address, of all tenants together; `address` is a keyed hash.
import { kept, plain, SHORT } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface UnverifiedMailTable {
  address: Uint8Array;
  day: string;
  count: number;
}

export const unverifiedMail = table<UnverifiedMailTable>()({
  retention: { column: 'day', keepHours: DAY, allTenants: true },
  owners: [],
  granted: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  columns: { ...plain('day', 'count'), ...kept(SHORT, false, 'address') },
});
