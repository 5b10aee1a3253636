// The progress bar waits 200 ms and runs for at most 5 s.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchProgress } from '../../src/features/shell/progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('SH31: shows after 200 ms, hides when the page has arrived', () => {
  const page = new EventTarget();
  const shown: boolean[] = [];
  watchProgress(page, (isShown) => shown.push(isShown));
  page.dispatchEvent(new Event('astro:before-preparation'));
  vi.advanceTimersByTime(199);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([true]);
  page.dispatchEvent(new Event('astro:page-load'));
  expect(shown).toEqual([true, false]);
});

test('SH31: a quick page shows no bar, a slow one hides it after 5 s', () => {
  const page = new EventTarget();
  const shown: boolean[] = [];
  watchProgress(page, (isShown) => shown.push(isShown));
  page.dispatchEvent(new Event('astro:before-preparation'));
  vi.advanceTimersByTime(100);
  page.dispatchEvent(new Event('astro:page-load'));
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual([false]);
  page.dispatchEvent(new Event('astro:before-preparation'));
  vi.advanceTimersByTime(200 + 5000);
  expect(shown).toEqual([false, true, false]);
});
