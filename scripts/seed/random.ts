// Seeded random numbers: the same on every machine, so that a seeded site is the same everywhere.
import { hash } from 'node:crypto';

export type Random = () => number;

export function seeded(seed: number): Random {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** True with the probability `share`. */
export const chance = (random: Random, share: number): boolean => random() < share;

/** A key of `weights`, chosen in proportion to its weight. */
export function weighted<K extends string>(random: Random, weights: Readonly<Partial<Record<K, number>>>): K {
  const entries = Object.entries(weights) as [K, number][];
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key;
  }
  const last = entries.at(-1);
  if (!last) throw new RangeError('nothing to pick from');
  return last[0];
}

/** Splits `total` into integers in the proportions of `shares`, which add up to exactly `total`. */
export function apportion(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  const exact = shares.map((share) => (total * share) / sum);
  const parts = exact.map(Math.floor);
  const byRest = exact
    .map((value, index) => ({ index, rest: value % 1 }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  const missing = total - parts.reduce((all, part) => all + part, 0);
  for (const { index } of byRest.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const VARIANT = ['8', '9', 'a', 'b'];

/** 32 hexadecimal digits that look random and are always the same for `key`. */
export const tokenOf = (key: string): string => hash('sha256', `token ${key}`).slice(0, 32);

/** A UUID of version 4 in form, always the same for `key`. */
export function idOf(key: string): string {
  const digits = hash('sha256', `id ${key}`);
  const variant = VARIANT[digits.charCodeAt(16) % 4] ?? '8';
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
