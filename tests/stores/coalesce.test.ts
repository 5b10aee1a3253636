// Coalesced runs: a request gets a run that begins after it.
import { expect, test } from 'vitest';
import { coalesce } from '#stores/coalesce';

test('a request during or after a run starts one more run before its answer', async () => {
  for (let ticks = 0; ticks < 12; ticks += 1) {
    let runs = 0;
    const work = coalesce(() => {
      runs += 1;
      return Promise.resolve();
    });
    void work();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    const before = runs;
    await work();
    expect([ticks, runs - before]).toEqual([ticks, 1]);
  }
});
