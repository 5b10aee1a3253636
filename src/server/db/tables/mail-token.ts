// A mailed link, by the SHA-256 of its token. An activation link belongs to the address that it was mailed to: it outlives an account that
// leaves or gets another address, and is deleted with its address when it expires (decisions E1).
import { hidden, kept, own, OWNER, plain, SECRET } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

export type MailTokenPurpose = 'activation' | 'reset' | 'email' | 'email_undo' | 'reactivation' | 'login';

export interface MailTokenTable {
  tenant: number;
  hash: Uint8Array;
  /** Null for an activation link. */
  account: Defaulted<string | null>;
  purpose: MailTokenPurpose;
  /** The address that the link sets, or that an activation link is mailed to. */
  email: Defaulted<string | null>;
  /** By which an activation link finds the account that has its address. */
  email_key: Defaulted<string | null>;
  created_at: Date;
  expires_at: Date;
  /** When it was used: one that confirms an address goes on ending well, one that logs in or sets a password does for a moment. */
  used_at: Defaulted<Date | null>;
}

const MAILED_TO = 'Where an activation link went, for its reader to use: deleted two days later with the link.';

export const mailToken = table<MailTokenTable>()({
  retention: { column: 'expires_at', keepHours: 0 },
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('purpose', 'email', 'created_at', 'expires_at', 'used_at'),
    ...kept(MAILED_TO, false, 'email_key'),
    ...hidden(SECRET, 'hash'),
    ...hidden(OWNER, 'account'),
  },
});
