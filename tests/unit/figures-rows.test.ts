// The rows of figures in the console: the chart has every day of the period.
import { expect, test } from 'vitest';
import { dailySums, type Row } from '../../src/operator/figures/rows.ts';

const row = (keys: string[], signups: number): Row =>
  ({ keys, signups, confirmed: 0, wrote: 0, bought: 0, active: 0, money: {} }) as unknown as Row;

test('DE11: a day without facts has a bar of nothing, and the rows of one day are summed', () => {
  const rows = [row(['NL', '2026-02-28'], 3), row(['DE', '2026-02-28'], 4), row(['NL', '2026-03-02'], 5)];
  expect(dailySums(rows, { at: 1, from: '2026-02-28', to: '2026-03-03' }, 'signups', '')).toEqual([
    ['2026-02-28', 7],
    ['2026-03-01', 0],
    ['2026-03-02', 5],
    ['2026-03-03', 0],
  ]);
});
