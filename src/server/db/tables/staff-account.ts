// Who of staff may log in. `totp_secret` is encrypted; `totp_step` is the last time step whose code was used. Of an invitation only a hash is stored.
import type { StaffRole } from '#contract/staff';
import { kept, OF_STAFF, plain } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

export interface StaffAccountTable {
  tenant: number;
  id: string;
  email: string;
  email_key: string;
  name: string;
  role: StaffRole;
  status: 'invited' | 'active' | 'disabled';
  password_hash: Defaulted<string | null>;
  totp_secret: Defaulted<Uint8Array | null>;
  totp_step: Defaulted<number | null>;
  invite_hash: Defaulted<Uint8Array | null>;
  invite_expires_at: Defaulted<Date | null>;
  created_at: Date;
}

export const staffAccount = table<StaffAccountTable>()({
  retention: { keep: 'forever', because: 'The audit log names who acted; a disabled account cannot log in.' },
  owners: [],
  columns: {
    ...plain('tenant', 'id'),
    ...kept(OF_STAFF, false, 'email', 'email_key', 'name', 'role', 'status', 'password_hash', 'totp_secret'),
    ...kept(OF_STAFF, false, 'totp_step', 'invite_hash', 'invite_expires_at', 'created_at'),
  },
});
