// Work that runs one after the other: whoever asks for it gets a run that begins after the question.
import { expect, test } from 'vitest';
import { coalesce } from '#stores/coalesce';

test('asked for at any moment of a run or after it, the work runs once more before the answer', async () => {
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
