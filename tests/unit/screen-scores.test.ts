// What the measure of members screens takes for a screen: the page that was asked for, as on a first visit.
import { expect, test } from 'vitest';
import { scoreScreen } from '#scripts/bench/screen-scores';

const SCREEN = 'http://plain.localhost/chats';

test('a screen has the median score of its runs, each with empty caches', async () => {
  const asked: unknown[] = [];
  const found = [0.9, 0.99, 0.97];
  const figures = await scoreScreen('chats', SCREEN, (url, more) => {
    asked.push(more);
    const scores = { performance: found.shift() ?? 0, accessibility: 1, 'best-practices': 1 };
    return Promise.resolve({ url, scores });
  });
  expect(figures.map(({ value }) => value)).toEqual([97, 100, 100]);
  // `disableStorageReset` would leave the caches as they are.
  expect(asked).toEqual(Array(3).fill({ onlyCategories: ['performance', 'accessibility', 'best-practices'] }));
});

test('a screen that leads elsewhere, as to the login, has no score', async () => {
  const login = 'http://plain.localhost/login?to=%2Fchats';
  const run = () => Promise.resolve({ url: login, scores: { performance: 1 } });
  await expect(scoreScreen('chats', SCREEN, run)).rejects.toThrow(`${SCREEN} led to ${login}`);
});
