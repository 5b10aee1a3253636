// The measure of `npm run bench disclosure`: how well a time tells two kinds of calls apart.
import { expect, test } from 'vitest';
import { areaUnderCurve } from '#scripts/bench/disclosure';

test.each([
  [[1, 2], [1, 2], 0.5],
  [[3, 4], [1, 2], 1],
  [[1, 2], [3, 4], 0],
  [[2], [1, 2, 3, 4], 0.375],
  [[5, 1, 3], [2, 4], 0.5],
])('C2 C3: %j against %j is %d', (one, other, area) => expect(areaUnderCurve(one, other)).toBe(area));
