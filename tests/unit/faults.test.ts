// Errors worth a retry: a caller gets "unavailable" (503) and not "internal" (500).
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#server/db/errors';

const withCode = (code: string): Error => Object.assign(new Error('A message in any language.'), { code });

test.each([
  ['connection lost', ['08000', '08003', '08006', '08P01', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']],
  ['host not found or not reached', ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED']],
  [
    'disk full, out of memory, too many connections, a limit of the configuration',
    ['53000', '53100', '53200', '53300', '53400'],
  ],
  ['shut down, crashed, starting, database dropped, idle for too long', ['57P01', '57P02', '57P03', '57P04', '57P05']],
  [
    'serialization, deadlock, outcome unknown, lock or statement or transaction took too long',
    ['40001', '40P01', '40003', '55P03', '57014', '25P03', '25P04'],
  ],
  ['a standby that only reads, as after a failover', ['25006']],
  ['the database cannot read or write its files', ['58000', '58030']],
  ['no file handles, no room on our own disk', ['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT']],
])('H5: unavailable: %s', (_, codes) => {
  for (const code of codes) expect([code, isDatabaseUnavailable(withCode(code))]).toEqual([code, true]);
});

test('H5: bugs are not worth a retry', () => {
  for (const code of [
    '23505',
    '23514',
    '42601',
    '42P01',
    '42501',
    '22P02',
    '25P02',
    '25001',
    '58P01',
    'XX000',
    'XX001',
    'ENOENT',
    '',
  ])
    expect([code, isDatabaseUnavailable(withCode(code))]).toEqual([code, false]);
  expect(isDatabaseUnavailable('53100')).toBe(false);
});
