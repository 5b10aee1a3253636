// The lane in which callers beyond a budget wait for their turn.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LaneRules, type SlowLane, slowLane, type Turn } from '#server/http/slow-lane';

const RULES: LaneRules = {
  ...{ budget: { max: 3, perSeconds: 60 }, perSecond: 2, atWork: 100, waiting: 4, waitMs: 10_000 },
};
const lane = (rules: Partial<LaneRules> = {}): SlowLane => slowLane({ ...RULES, ...rules });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Enters so many times; `turns` are those that have begun, `refused` the seconds of the others. */
function enter(into: SlowLane, count: number, caller = 'one') {
  const turns: Turn[] = [];
  const refused: unknown[] = [];
  for (let each = 0; each < count; each += 1)
    into.enter(caller).then(
      (turn) => turns.push(turn),
      (error: { code: string; detail: { retryAfter: number } }) => refused.push([error.code, error.detail.retryAfter]),
    );
  return { turns, refused };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('C4 I4: the budget enters at once, then so many per second, and only beyond a full queue callers are refused', async () => {
  const { turns, refused } = enter(lane(), 9);
  await pass(0);
  expect(turns).toHaveLength(4);
  expect(refused).toEqual([['too_many_requests', 2]]);
  await pass(499);
  expect(turns).toHaveLength(4);
  for (const begun of [5, 6, 7, 8]) {
    await pass(begun === 5 ? 1 : 500);
    expect(turns).toHaveLength(begun);
  }
  expect(refused).toHaveLength(1);
});

test('C4 I4: callers do not wait for each other', async () => {
  const shared = lane();
  enter(shared, 8);
  const other = enter(shared, 3, 'two');
  await pass(0);
  expect(other.turns).toHaveLength(3);
});

test('C4 I4: a refunded turn does not count, and time regains the budget', async () => {
  const shared = lane({ waiting: 0 });
  const first = enter(shared, 4);
  await pass(0);
  first.turns[0]?.refund();
  first.turns[0]?.refund();
  const second = enter(shared, 2);
  await pass(0);
  expect(second.turns).toHaveLength(1);
  await pass(20_000);
  const third = enter(shared, 3);
  await pass(0);
  expect(third.turns).toHaveLength(2);
});

test('C4 I4: a caller whose turn could not come in time is refused at once', async () => {
  const { turns, refused } = enter(lane({ waiting: 100, waitMs: 3000 }), 12);
  await pass(0);
  expect([turns.length, refused]).toEqual([4, Array(2).fill(['too_many_requests', 3])]);
  await pass(3000);
  expect([turns.length, refused.length]).toEqual([10, 2]);
});

test('C4 I4: so many are at work at a time, and each that leaves lets one in', async () => {
  const { turns, refused } = enter(lane({ atWork: 2, budget: { max: 100, perSeconds: 60 } }), 5);
  await pass(5000);
  expect(turns).toHaveLength(2);
  turns[0]?.leave();
  turns[0]?.leave();
  await pass(0);
  expect(turns).toHaveLength(3);
  // The rest has waited too long when none leaves.
  await pass(5000);
  expect([turns.length, refused]).toEqual([
    3,
    [
      ['too_many_requests', 1],
      ['too_many_requests', 1],
    ],
  ]);
  turns[1]?.leave();
  await pass(0);
  expect(turns).toHaveLength(3);
});

test('I4: over all callers at most 2,000 requests wait', async () => {
  const shared = lane({ budget: { max: 1, perSeconds: 60 }, perSecond: 1, waiting: 1500, waitMs: 1_600_000 });
  const one = enter(shared, 1502, 'one');
  const two = enter(shared, 600, 'two');
  await pass(0);
  expect([one.turns.length, one.refused.length, two.turns.length, two.refused.length]).toEqual([2, 0, 2, 98]);
});
