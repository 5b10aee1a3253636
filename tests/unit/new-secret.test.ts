// Secrets of sessions and mailed links: long, random, and never the same twice.
import { expect, test } from 'vitest';
import { newSecret } from '#server/auth/new-secret';
import { figure } from '../support/server.ts';

test('C6: of many secrets no two are equal, each has 256 bits, and every bit is as often on as off', () => {
  const drawn = Array.from({ length: figure(100_000, 5_000) }, () => newSecret());
  expect(new Set(drawn).size).toBe(drawn.length);
  const on = new Array<number>(256).fill(0);
  for (const secret of drawn) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    const bytes = Buffer.from(secret, 'base64url');
    expect(bytes).toHaveLength(32);
    for (let bit = 0; bit < 256; bit += 1) on[bit] = (on[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
  }
  // Eight standard deviations: a fair draw fails less than once in 10¹².
  const most = 8 * Math.sqrt(drawn.length / 4);
  for (const count of on) expect(Math.abs(count - drawn.length / 2)).toBeLessThan(most);
});
