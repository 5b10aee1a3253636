// The abstraction behind the stores of server data: which answer is shown, and what outlives a failure.
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#lib/api';
import { clearPrivateData } from '#stores/private-data';
import { createResource, goneOrFailed } from '#stores/resource';

interface Held {
  readonly input: string;
  readonly answer: (value: { word: string }) => void;
  readonly fail: (error: unknown) => void;
}
const held: Held[] = [];
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const cached = new Map<string, { word: string }>();

/** A resource whose requests the test answers, in any order. */
const make = () =>
  createResource({
    load: (input: string) =>
      cached.get(input) ?? new Promise<{ word: string }>((answer, fail) => void held.push({ input, answer, fail })),
  });
beforeEach(() => {
  held.length = 0;
  cached.clear();
});

test('of two inputs the one opened last is shown, in any order of answers or failures', async () => {
  for (const late of [(each: Held) => each.answer({ word: 'late' }), (each: Held) => each.fail(new Error('late'))]) {
    held.length = 0;
    const $words = make();
    const both = [$words.open('one'), $words.open('two')];
    held[1]?.answer({ word: 'two' });
    await settle();
    if (held[0]) late(held[0]);
    await Promise.all(both);
    expect($words.get()).toEqual({ state: 'ready', word: 'two' });
  }
});

test('a reload replaces the running load; the earlier answer does not end the loading', async () => {
  const $words = make();
  const both = [$words.open('one'), $words.reload()];
  expect(held.map(({ input }) => input)).toEqual(['one', 'one']);
  held[0]?.answer({ word: 'early' });
  await settle();
  expect($words.get()).toEqual({ state: 'loading' });
  held[1]?.answer({ word: 'late' });
  await Promise.all(both);
  expect($words.get()).toEqual({ state: 'ready', word: 'late' });
});

test('shown data outlives a failed reload and is marked stale, until the next answer', async () => {
  const $words = make();
  void $words.open('one');
  held[0]?.answer({ word: 'first' });
  await settle();
  void $words.reload();
  expect($words.get()).toEqual({ state: 'ready', word: 'first' });
  held[1]?.fail(new ApiError('unavailable', 503));
  await settle();
  expect($words.get()).toEqual({ state: 'ready', word: 'first', stale: 'unavailable' });
  void $words.reload();
  held[2]?.answer({ word: 'second' });
  await settle();
  expect($words.get()).toEqual({ state: 'ready', word: 'second' });
});

test('a failure has its code, a bug `internal`; a retry shows that it loads', async () => {
  const $words = make();
  for (const [error, code] of [
    [new ApiError('offline', 0), 'offline'],
    [new TypeError('mistake'), 'internal'],
  ] as const) {
    void $words.open('one');
    held.pop()?.fail(error);
    await settle();
    expect($words.get()).toEqual({ state: 'failed', code });
  }
  void $words.reload();
  expect($words.get()).toEqual({ state: 'loading' });
});

test('failures and loading can have custom states', async () => {
  const $words = createResource({
    load: (id: string) => Promise.reject<{ word: string }>(new ApiError(id, 404)),
    loading: (id) => ({ state: 'loading' as const, id: id ?? null }),
    failure: goneOrFailed,
  });
  expect($words.get()).toEqual({ state: 'loading', id: null });
  const opening = $words.open('not_found');
  expect($words.get()).toEqual({ state: 'loading', id: 'not_found' });
  await opening;
  expect($words.get()).toEqual({ state: 'gone' });
});

test('a cached value is shown at once, without a loading state', () => {
  const $words = make();
  const seen: unknown[] = [];
  $words.listen((shown) => void seen.push(shown));
  cached.set('one', { word: 'cached' });
  void $words.open('one');
  expect(seen).toEqual([{ state: 'ready', word: 'cached' }]);
});

test('an update changes the value it was made for, and none that arrived since', async () => {
  const $words = make();
  void $words.open('one');
  held[0]?.answer({ word: 'one' });
  await settle();
  const update = $words.updater();
  expect(update(({ word }) => ({ word: `${word}, more` }))).toBe(true);
  void $words.reload();
  expect(update(({ word }) => ({ word: `${word}, and more` }))).toBe(true);
  expect($words.get()).toEqual({ state: 'ready', word: 'one, more, and more' });
  held[1]?.answer({ word: 'two' });
  await settle();
  expect(update(() => ({ word: 'too late' }))).toBe(false);
  expect($words.get()).toEqual({ state: 'ready', word: 'two' });
});

test('a cancelled answer is dropped, and shown data stays', async () => {
  const $words = make();
  void $words.open('one');
  $words.cancel();
  held[0]?.answer({ word: 'one' });
  await settle();
  expect($words.get()).toEqual({ state: 'loading' });
});

test('E11: the end of a session clears what is shown, and what is still loading', async () => {
  const $words = make();
  void $words.open('one');
  held[0]?.answer({ word: 'secret' });
  await settle();
  void $words.reload();
  clearPrivateData();
  expect($words.get()).toEqual({ state: 'loading' });
  held[1]?.answer({ word: 'secret' });
  await settle();
  expect($words.get()).toEqual({ state: 'loading' });
});
