// Limited concurrency: results in the order of the items; a failure waits for the running calls.
import { expect, test } from 'vitest';
import { mapLimit } from '../../scripts/map-limit.ts';

test('results are in the order of the items, in any order of completion', async () => {
  const gates = [1, 2, 3].map(() => Promise.withResolvers<string>());
  const all = mapLimit(gates, 2, (gate) => gate.promise);
  gates[1]?.resolve('b');
  gates[2]?.resolve('c');
  await gates[2]?.promise;
  gates[0]?.resolve('a');
  expect(await all).toEqual(['a', 'b', 'c']);
});

test('the first failure is thrown when the running calls have ended, and no further one begins', async () => {
  const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const [events, begun]: [string[], number[]] = [[], []];
  const all = mapLimit(gates, 2, async (gate, at) => {
    begun.push(at);
    await gate.promise.finally(() => events.push(`lane ${at}`));
  }).catch((error: unknown) => events.push(String(error)));
  gates[1]?.reject(new Error('first'));
  await new Promise(setImmediate);
  expect(events).toEqual(['lane 1']);
  gates[0]?.reject(new Error('second'));
  await all;
  expect(events).toEqual(['lane 1', 'lane 0', 'Error: first']);
  expect(begun).toEqual([0, 1]);
});
