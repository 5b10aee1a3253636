// What is asked again on every page of a build is worked out once.
import { expect, test } from 'vitest';
import { memoize } from '#site/memoize';

test('the same words are asked about once, others anew, and words are not run together', () => {
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

test('an empty answer is kept as well', () => {
  let times = 0;
  const nothing = memoize((word: string) => ((times += 1), word.slice(0, 0)));
  expect([nothing('a'), nothing('a'), times]).toEqual(['', '', 1]);
});
