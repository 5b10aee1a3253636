// Memoized functions compute each result once.
import { expect, test } from 'vitest';
import { memoize } from '#site/memoize';

test('equal arguments are computed once, others anew, and arguments are not concatenated', () => {
  const asked: string[][] = [];
  const answer = memoize((...words: [string, string]) => {
    asked.push(words);
    return words.join(' and ');
  });
  expect(answer('one', 'two')).toBe('one and two');
  expect(answer('one', 'two')).toBe('one and two');
  expect(answer('onet', 'wo')).toBe('onet and wo');
  expect(answer('two', 'one')).toBe('two and one');
  expect(asked).toEqual([
    ['one', 'two'],
    ['onet', 'wo'],
    ['two', 'one'],
  ]);
});

test('an empty result is cached as well', () => {
  let times = 0;
  const nothing = memoize((word: string) => ((times += 1), word.slice(0, 0)));
  expect([nothing('a'), nothing('a'), times]).toEqual(['', '', 1]);
});
