// A mailed link, by the SHA-256 of its token.
import { hidden, own, OWNER, plain, SECRET } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

export type MailTokenPurpose = 'activation' | 'reset' | 'email' | 'email_undo' | 'reactivation' | 'login';

export interface MailTokenTable {
  tenant: number;
  hash: Uint8Array;
  account: string;
  purpose: MailTokenPurpose;
  /** The address that the link sets. */
  email: Defaulted<string | null>;
  created_at: Date;
  expires_at: Date;
  /** When it was used: one that confirms an address goes on ending well, one that logs in or sets a password does for a moment. */
  used_at: Defaulted<Date | null>;
}

export const mailToken = table<MailTokenTable>()({
  retention: { column: 'expires_at', keepHours: 0 },
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('purpose', 'email', 'created_at', 'expires_at', 'used_at'),
    ...hidden(SECRET, 'hash'),
    ...hidden(OWNER, 'account'),
  },
});
