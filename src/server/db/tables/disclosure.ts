// That a visitor was told whether an address has an account: `caller` is an IP or a /64, `address` a SHA-256.
import { kept, plain, SHORT } from '../personal.ts';
import { table } from '../table.ts';

export interface DisclosureTable {
  tenant: number;
  caller: string;
  address: Uint8Array;
  at: Date;
}

export const disclosure = table<DisclosureTable>()({
  retention: { column: 'at', keepHours: 1 },
  owners: [],
  columns: { ...plain('tenant', 'at'), ...kept(SHORT, false, 'caller', 'address') },
});
