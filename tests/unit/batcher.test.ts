// Batches: concurrent items go together, one batch of a group after the other, each with a result of its own.
import { expect, test } from 'vitest';
import { batcher } from '#server/modules/chats/batch/batcher';
import { eventually } from '../support/eventually.ts';

interface Flight {
  readonly group: number;
  readonly items: readonly number[];
  readonly resolve: (results: readonly number[]) => void;
  readonly fail: (error: Error) => void;
}

/** A batcher whose batches end on demand. */
function held(most: number) {
  const flights: Flight[] = [];
  const { add } = batcher<number, number>(
    most,
    (group, items) => new Promise((land, fail) => flights.push({ group, items, resolve: land, fail })),
  );
  return { flights, add };
}

test('the first goes at once, later ones go together, and every answer reaches its caller', async () => {
  const { flights, add } = held(3);
  const answers = [1, 2, 3, 4, 5].map((item) => add(7, item));
  expect(flights.map(({ items }) => items)).toEqual([[1]]);
  flights[0]?.resolve([10]);
  expect(await answers[0]).toBe(10);
  expect(flights.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  flights[1]?.resolve([20, 30, 40]);
  await eventually(() => expect(flights.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]]));
  flights[2]?.resolve([50]);
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
});

test('groups do not wait for each other', () => {
  const { flights, add } = held(3);
  void add(1, 1);
  void add(2, 2);
  expect(flights.map(({ group, items }) => [group, items])).toEqual([
    [1, [1]],
    [2, [2]],
  ]);
});

test('the next batch is sent in a task of its own before this one is answered', async () => {
  const { flights, add } = held(3);
  let turns = 0;
  const seen = add(1, 1).then(() => [flights.length, turns]);
  void add(1, 2);
  flights[0]?.resolve([10]);
  setImmediate(() => (turns += 1));
  expect(await seen).toEqual([2, 1]);
});

test('a failing batch fails for its items and the waiting ones, not for later ones', async () => {
  const { flights, add } = held(2);
  const first = add(1, 1);
  const others = [2, 3, 4].map((item) => add(1, item).catch((error: Error) => error.message));
  flights[0]?.resolve([10]);
  expect(await first).toBe(10);
  flights[1]?.fail(new Error('lost'));
  expect(await Promise.all(others)).toEqual(['lost', 'lost', 'lost']);
  const last = add(1, 5);
  expect(flights.map(({ items }) => items)).toEqual([[1], [2, 3], [5]]);
  flights[2]?.resolve([50]);
  expect(await last).toBe(50);
});
