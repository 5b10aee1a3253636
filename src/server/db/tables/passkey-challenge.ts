// A challenge that a passkey has to sign, by its SHA-256; `account` adds a passkey, null logs in.
import { hidden, OWNER, plain, SECRET } from '../personal.ts';
import { table } from '../table.ts';

export interface PasskeyChallengeTable {
  tenant: number;
  hash: Uint8Array;
  account: string | null;
  expires_at: Date;
}

export const passkeyChallenge = table<PasskeyChallengeTable>()({
  retention: { column: 'expires_at', keepHours: 0 },
  owners: ['account'],
  columns: { ...plain('tenant', 'expires_at'), ...hidden(SECRET, 'hash'), ...hidden(OWNER, 'account') },
});
