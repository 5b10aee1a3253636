// Whose session a cookie was when the database was last asked: enough to count calls by, never enough to let anybody in.
import { evictOldest } from '../http/rate-limit.ts';

export interface SessionOwners {
  /** The account, or null when this process has not seen the session yet. */
  get(tenant: number, cookieHash: Uint8Array): string | null;
  /** What the database said: an account, or null for no session. */
  set(tenant: number, cookieHash: Uint8Array, account: string | null): void;
}

const MAX_ENTRIES = 50_000;

export function sessionOwners(): SessionOwners {
  const accounts = new Map<string, string>();
  const keyOf = (tenant: number, hash: Uint8Array): string => `${tenant} ${Buffer.from(hash).toString('base64')}`;
  return {
    get: (tenant, hash) => accounts.get(keyOf(tenant, hash)) ?? null,
    set(tenant, hash, account) {
      const key = keyOf(tenant, hash);
      accounts.delete(key);
      if (account) accounts.set(key, account);
      if (accounts.size > MAX_ENTRIES) evictOldest(accounts);
    },
  };
}
