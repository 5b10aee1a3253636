// A passkey: `id` is the credential's (base64url), `counter` what its device last counted.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

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

export const passkey = table<PasskeyTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant', 'counter'),
    ...own('id', 'name', 'created_at', 'used_at'),
    ...hidden('What a login is checked with.', 'public_key'),
    ...hidden(OWNER, 'account'),
  },
});
