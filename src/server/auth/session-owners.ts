// Whose session a cookie was when the database was last asked: enough to count calls by, never enough to let anybody in.
import { evictOldest } from '../http/rate-limit.ts';

export interface SessionOwners {
  /** The account, or null when this process has not seen the session yet. */
  of(tenant: number, cookieHash: Uint8Array): string | null;
  /** What the database said: an account, or null for no session. */
  note(tenant: number, cookieHash: Uint8Array, account: string | null): void;
}

const MOST = 50_000;

export function sessionOwners(): SessionOwners {
  const accounts = new Map<string, string>();
  const keyOf = (tenant: number, hash: Uint8Array): string => `${tenant} ${Buffer.from(hash).toString('base64')}`;
  return {
    of: (tenant, hash) => accounts.get(keyOf(tenant, hash)) ?? null,
    note(tenant, hash, account) {
      const key = keyOf(tenant, hash);
      accounts.delete(key);
      if (account) accounts.set(key, account);
      if (accounts.size > MOST) evictOldest(accounts);
    },
  };
}
