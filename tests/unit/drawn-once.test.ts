// What many exported pages repeat is drawn once; with hot reload, where words may have been edited, every time.
import { afterEach, expect, test, vi } from 'vitest';
import { drawnOnce } from '#site/drawn-once';

afterEach(() => vi.unstubAllEnvs());

function pen(): { draw: () => Promise<string>; times: () => number } {
  let drawn = 0;
  return { draw: () => Promise.resolve(`<p>${(drawn += 1)}</p>`), times: () => drawn };
}

test('an export draws a name once, another name anew', async () => {
  vi.stubEnv('IS_EXPORT', 'yes');
  const { draw, times } = pen();
  const all = await Promise.all([drawnOnce('one', draw), drawnOnce('one', draw), drawnOnce('other', draw)]);
  expect([...all, await drawnOnce('one', draw)]).toEqual(['<p>1</p>', '<p>1</p>', '<p>2</p>', '<p>1</p>']);
  expect(times()).toBe(2);
});

test('with hot reload everything is drawn every time', async () => {
  vi.stubEnv('IS_EXPORT', '');
  const { draw } = pen();
  expect([await drawnOnce('again', draw), await drawnOnce('again', draw)]).toEqual(['<p>1</p>', '<p>2</p>']);
});
