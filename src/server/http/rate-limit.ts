// Rate limits in memory: token buckets and throttles, one set per app.
import type { Clock } from '../context.ts';

export interface RateLimiter {
  /** Takes a token from the bucket `key`, refilled at `perMinute`; returns 0, or the seconds until the next token. */
  take(key: string, perMinute: number): number;
  /** Returns a token that should not count. */
  refund(key: string, perMinute: number): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Maximum buckets; the oldest are evicted, which equals a full bucket. */
const MAX_BUCKETS = 50_000;

export function rateLimiter(now: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, perMinute) {
      const at = now().getTime();
      const bucket = buckets.get(key);
      const gained = bucket ? (Math.max(0, at - bucket.at) * perMinute) / 60_000 : 0;
      const tokens = bucket ? Math.min(perMinute, bucket.tokens + gained) : perMinute;
      buckets.delete(key);
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      if (buckets.size > MAX_BUCKETS) evictOldest(buckets);
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 60) / perMinute);
    },
    refund(key, perMinute) {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(perMinute, bucket.tokens + 1);
    },
  };
}

/** Allows one call per key and interval (milliseconds). */
export function throttler(now: Clock): (key: string, ms: number) => boolean {
  const lastPassed = new Map<string, number>();
  return (key, ms) => {
    const at = now().getTime();
    if (at - (lastPassed.get(key) ?? -Infinity) < ms) return false;
    lastPassed.delete(key);
    lastPassed.set(key, at);
    if (lastPassed.size > MAX_BUCKETS) evictOldest(lastPassed);
    return true;
  };
}

/** For maps ordered by last use. */
export function evictOldest(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}

/** For tests, where one address makes all calls. */
export const unlimitedRate: RateLimiter = { take: () => 0, refund: () => undefined };
