// Keeps one caller from calling too often: token buckets and paces in memory, one set for each running app.
import type { Clock } from '../context.ts';

export interface RateLimiter {
  /** Takes one call of `perMinute` from the bucket `key`; answers 0, or the seconds until the next is free. */
  take(key: string, perMinute: number): number;
  /** Puts back one call that was taken and does not count after all. */
  giveBack(key: string, perMinute: number): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Most buckets kept; the oldest go first, and a forgotten bucket is a full one. */
const MOST = 50_000;

export function rateLimiter(now: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, perMinute) {
      const at = now().getTime();
      const known = buckets.get(key);
      const gained = known ? (Math.max(0, at - known.at) * perMinute) / 60_000 : 0;
      const tokens = known ? Math.min(perMinute, known.tokens + gained) : perMinute;
      buckets.delete(key);
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      if (buckets.size > MOST) evictOldest(buckets);
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 60) / perMinute);
    },
    giveBack(key, perMinute) {
      const known = buckets.get(key);
      if (known) known.tokens = Math.min(perMinute, known.tokens + 1);
    },
  };
}

/** Lets one of each key through, and the next after so many milliseconds. */
export function pacer(now: Clock): (key: string, ms: number) => boolean {
  const passed = new Map<string, number>();
  return (key, ms) => {
    const at = now().getTime();
    if (at - (passed.get(key) ?? -Infinity) < ms) return false;
    passed.delete(key);
    passed.set(key, at);
    if (passed.size > MOST) evictOldest(passed);
    return true;
  };
}

/** For what is kept in the order in which it was last used. */
export function evictOldest(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}

/** For tests, where one address makes every call. */
export const unlimited: RateLimiter = { take: () => 0, giveBack: () => undefined };
