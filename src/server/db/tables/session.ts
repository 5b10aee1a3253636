// A login. Only the SHA-256 of its cookie is stored.
import { hidden, own, OWNER, plain, SECRET } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

export interface SessionTable {
  tenant: number;
  token_hash: Uint8Array;
  account: string;
  created_at: Defaulted<Date>;
  expires_at: Date;
  seen_at: Defaulted<Date>;
  client: Defaulted<string>;
  /** Where the login came from, as ISO 3166-1 alpha-2, if known. */
  country: Defaulted<string | null>;
}

export const session = table<SessionTable>()({
  retention: { column: 'expires_at', keepHours: 0 },
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('created_at', 'expires_at', 'seen_at', 'client', 'country'),
    ...hidden(SECRET, 'token_hash'),
    ...hidden(OWNER, 'account'),
  },
});
