// A member's data export, one for each member: `file` is the archive, null until it is made.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

export interface DataExportTable {
  tenant: number;
  account: string;
  requested_at: Date;
  made_at: Defaulted<Date | null>;
  expires_at: Date;
  file: Defaulted<Uint8Array | null>;
}

export const dataExport = table<DataExportTable>()({
  retention: { column: 'expires_at', keepHours: 0 },
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('requested_at', 'made_at', 'expires_at'),
    ...hidden('An export itself.', 'file'),
    ...hidden(OWNER, 'account'),
  },
});
