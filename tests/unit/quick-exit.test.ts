// The key of the quick exit: three presses within a second, no fewer and no slower.
import { expect, test } from 'vitest';
import { exitPresses } from '#domain/quick-exit';

test('AC11: the third press within a second leaves, a slow one does not', () => {
  const fast = exitPresses();
  expect([0, 400, 999].map(fast)).toEqual([false, false, true]);
  const slow = exitPresses();
  expect([0, 500, 1000, 1600].map(slow)).toEqual([false, false, false, false]);
  const late = exitPresses();
  expect([0, 5000, 5300, 5600].map(late)).toEqual([false, false, false, true]);
});
