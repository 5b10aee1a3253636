// A login of staff. Only the SHA-256 of its cookie is stored.
import { kept, OF_STAFF, plain } from '../personal.ts';
import { table } from '../table.ts';

export interface StaffSessionTable {
  tenant: number;
  token_hash: Uint8Array;
  staff: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

export const staffSession = table<StaffSessionTable>()({
  retention: { column: 'expires_at', keepHours: 0 },
  owners: [],
  columns: {
    ...plain('tenant'),
    ...kept(OF_STAFF, false, 'token_hash', 'staff', 'created_at', 'seen_at', 'expires_at'),
  },
});
