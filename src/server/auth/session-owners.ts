// Caches which account a session cookie belonged to. For rate limits only, never for authorization.
import { evictOldest } from '../http/rate-limit.ts';

export interface SessionOwners {
  /** The account, or null when this process has not seen the session. */
  get(tenant: number, cookieHash: Uint8Array): string | null;
  /** Records the database's result: an account, or null for no session. */
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
