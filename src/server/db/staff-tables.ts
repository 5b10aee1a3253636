// Kysely types of the tables about staff, and of the audit log.
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { StaffRole } from '#contract/staff';
import type { Defaulted } from './tables.ts';

/** `totp_secret` is encrypted; `totp_step` is the last time step whose code was used. Of an invitation only a hash is stored. */
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

export interface StaffSessionTable {
  tenant: number;
  token_hash: Uint8Array;
  staff: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** Something that a person has closed, and that waits no more; who did is in the audit log. */
export interface ClosedMatterTable {
  tenant: number;
  kind: 'complaint' | 'parked';
  id: string;
  at: Date;
}

type Json = ColumnType<unknown, string | null | undefined, never>;

/** What staff did or looked at. `staff` is null on the command line, where `actor` is who is named there. */
export interface AuditLogTable {
  tenant: number;
  id: GeneratedAlways<number>;
  at: Date;
  staff: string | null;
  actor: string;
  role: string | null;
  call: string;
  subject: string;
  reason: string | null;
  before: Json;
  after: Json;
}
