// The cache of sessions and their owners in this process: its content and lifetime.
import { expect, test } from 'vitest';
import { sessionOwners } from '#server/auth/session-owners';

const hash = (number: number): Uint8Array => Uint8Array.of(number >> 16, number >> 8, number);

test('an owner is known by tenant and cookie until the database says that there is no such session', () => {
  const owners = sessionOwners();
  owners.set(1, hash(1), 'ann');
  expect([owners.get(1, hash(1)), owners.get(2, hash(1)), owners.get(1, hash(2))]).toEqual(['ann', null, null]);
  owners.set(1, hash(1), null);
  expect(owners.get(1, hash(1))).toBeNull();
});

test('the least recently used are removed first', () => {
  const owners = sessionOwners();
  owners.set(1, hash(0), 'first');
  owners.set(1, hash(1), 'second');
  owners.set(1, hash(0), 'first');
  for (let at = 2; at < 50_001; at += 1) owners.set(1, hash(at), 'more');
  expect([owners.get(1, hash(0)), owners.get(1, hash(1))]).toEqual(['first', null]);
});
