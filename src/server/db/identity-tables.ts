// Kysely types of the tables for mailed links and the limits of logins and mails.
import type { Defaulted } from './tables.ts';

/** Failed logins by key (account and address together); `level` counts the blocks so far. */
export interface LoginFailureTable {
  tenant: number;
  key: string;
  failures: number;
  level: number;
  failed_at: Date;
  blocked_until: Date | null;
}

/** That a visitor was told whether an address has an account: `caller` is an IP or a /64, `address` a SHA-256. */
export interface DisclosureTable {
  tenant: number;
  caller: string;
  address: Uint8Array;
  at: Date;
}

export type MailTokenPurpose = 'activation' | 'reset' | 'email' | 'email_undo' | 'reactivation' | 'login';

/** A mailed link, by the SHA-256 of its token. */
export interface MailTokenTable {
  tenant: number;
  hash: Uint8Array;
  account: string;
  purpose: MailTokenPurpose;
  /** The address that the link sets. */
  email: Defaulted<string | null>;
  created_at: Date;
  expires_at: Date;
  /** When it confirmed the address; the same link then goes on ending well. */
  used_at: Defaulted<Date | null>;
}

/** A passkey: `id` is the credential's (base64url), `counter` what its device last counted. */
export interface PasskeyTable {
  tenant: number;
  id: string;
  account: string;
  name: string;
  public_key: Uint8Array;
  counter: number;
  created_at: Date;
  used_at: Defaulted<Date | null>;
}

/** A challenge that a passkey has to sign, by its SHA-256; `account` adds a passkey, null logs in. */
export interface PasskeyChallengeTable {
  tenant: number;
  hash: Uint8Array;
  account: string | null;
  expires_at: Date;
}

/** A member's data export, one for each member: `file` is the archive, null until it is made. */
export interface DataExportTable {
  tenant: number;
  account: string;
  requested_at: Date;
  made_at: Defaulted<Date | null>;
  expires_at: Date;
  file: Defaulted<Uint8Array | null>;
}

/** Mails of a day to an unconfirmed address, of all tenants together; `address` is a keyed hash. */
export interface UnverifiedMailTable {
  address: Uint8Array;
  day: string;
  count: number;
}

/** What attempts have used up: each moves `spent_until` on, and time gives it back. */
export interface AttemptBudgetTable {
  tenant: number;
  key: string;
  spent_until: Date;
}
