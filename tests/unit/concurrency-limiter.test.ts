// The limiter for which callers beyond a budget wait.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  concurrencyLimiter,
  type ConcurrencyLimiter,
  type LimiterRules,
  type Permit,
} from '#server/http/concurrency-limiter';

const RULES: LimiterRules = {
  ...{ budget: { max: 3, perSeconds: 60 }, perSecond: 2, permits: 100, waiting: 4, waitMs: 10_000 },
};
const limiter = (rules: Partial<LimiterRules> = {}): ConcurrencyLimiter => concurrencyLimiter({ ...RULES, ...rules });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Asking {
  readonly caller?: string;
  readonly group?: string;
  readonly signal?: AbortSignal;
}

/** Asks so many times; `permits` are those that are given, `refused` the seconds of the others. */
function ask(of: ConcurrencyLimiter, count: number, { caller = 'one', group = 'any', signal }: Asking = {}) {
  const permits: Permit[] = [];
  const refused: unknown[] = [];
  for (let each = 0; each < count; each += 1)
    of.acquire({ caller, group, closeSignal: () => signal ?? new AbortController().signal }).then(
      (permit) => permits.push(permit),
      (error: { code: string; detail: { retryAfter: number } }) => refused.push([error.code, error.detail.retryAfter]),
    );
  return { permits, refused };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('C4 I4: the budget gets permits at once, then so many per second, and only beyond a full queue callers are refused', async () => {
  const { permits, refused } = ask(limiter(), 9);
  await pass(0);
  expect(permits).toHaveLength(4);
  expect(refused).toEqual([['too_many_requests', 2]]);
  await pass(499);
  expect(permits).toHaveLength(4);
  for (const begun of [5, 6, 7, 8]) {
    await pass(begun === 5 ? 1 : 500);
    expect(permits).toHaveLength(begun);
  }
  expect(refused).toHaveLength(1);
});

test('C4 I4: callers do not wait for each other', async () => {
  const shared = limiter();
  ask(shared, 8);
  const other = ask(shared, 3, { caller: 'two' });
  await pass(0);
  expect(other.permits).toHaveLength(3);
});

test('C4 I4: a refunded permit does not count, and time regains the budget', async () => {
  const shared = limiter({ waiting: 0 });
  const first = ask(shared, 4);
  await pass(0);
  first.permits[0]?.refund();
  first.permits[0]?.refund();
  const second = ask(shared, 2);
  await pass(0);
  expect(second.permits).toHaveLength(1);
  await pass(20_000);
  const third = ask(shared, 3);
  await pass(0);
  expect(third.permits).toHaveLength(2);
});

test('C4 I4: a caller who could not get a permit in time is refused at once', async () => {
  const { permits, refused } = ask(limiter({ waiting: 100, waitMs: 3000 }), 12);
  await pass(0);
  expect([permits.length, refused]).toEqual([4, Array(2).fill(['too_many_requests', 3])]);
  await pass(3000);
  expect([permits.length, refused.length]).toEqual([10, 2]);
});

test('C4 I4: so many are at work at a time, and each that ends lets one begin', async () => {
  const { permits, refused } = ask(limiter({ permits: 2, budget: { max: 100, perSeconds: 60 } }), 5);
  await pass(5000);
  expect(permits).toHaveLength(2);
  permits[0]?.release();
  permits[0]?.release();
  await pass(0);
  expect(permits).toHaveLength(3);
  // The rest has waited too long when none leaves.
  await pass(5000);
  expect([permits.length, refused]).toEqual([
    3,
    [
      ['too_many_requests', 1],
      ['too_many_requests', 1],
    ],
  ]);
  permits[1]?.release();
  await pass(0);
  expect(permits).toHaveLength(3);
});

test('I4: over all callers at most 2,000 requests wait', async () => {
  const shared = limiter({ budget: { max: 1, perSeconds: 60 }, perSecond: 1, waiting: 1500, waitMs: 1_600_000 });
  const one = ask(shared, 1502, { caller: 'one' });
  const two = ask(shared, 600, { caller: 'two' });
  await pass(0);
  expect([one.permits.length, one.refused.length, two.permits.length, two.refused.length]).toEqual([2, 0, 2, 98]);
});

test('C4 I4: a flood for one account keeps out none behind its address, who waits for its turn among the accounts only', async () => {
  const shared = limiter({ permits: 1, waiting: 200, waitMs: 5000, perSecond: 1 });
  const come = async (group: string): Promise<number | 'refused'> => {
    const asked = performance.now();
    const permit = await shared
      .acquire({ caller: 'house', group, closeSignal: () => new AbortController().signal })
      .catch(() => null);
    permit?.release();
    return permit ? performance.now() - asked : 'refused';
  };
  const [flood, own]: [ReturnType<typeof come>[], ReturnType<typeof come>[]] = [[], []];
  // Three times as many come as can begin.
  for (let second = 0; second < 600; second += 1) {
    for (let each = 0; each < 3; each += 1) flood.push(come('attacked'));
    if (second % 60 === 30) own.push(come('own'));
    await pass(1000);
  }
  await pass(10_000);
  expect((await Promise.all(flood)).filter((each) => each === 'refused').length).toBeGreaterThan(1100);
  for (const waited of await Promise.all(own)) expect(waited).toBeLessThanOrEqual(2000);
});

test('C4 I4: the newest of the largest group gives up its place, and none to a group that would be as large', async () => {
  const shared = limiter({ budget: { max: 1, perSeconds: 3600 }, waiting: 4 });
  ask(shared, 2);
  const [many, few, more] = [
    ask(shared, 3, { group: 'a' }),
    ask(shared, 1, { group: 'b' }),
    ask(shared, 2, { group: 'b' }),
  ];
  await pass(0);
  expect([many.refused.length, few.refused.length, more.refused.length]).toEqual([1, 0, 1]);
  const others = ['c', 'd', 'e'].map((group) => ask(shared, 1, { group }));
  await pass(0);
  expect([many.refused.length, few.refused.length + more.refused.length]).toEqual([2, 2]);
  expect(others.map(({ refused }) => refused.length)).toEqual([0, 0, 1]);
});

test('C4 I4: a request whose connection is closed gives up its place', async () => {
  const [shared, closed] = [limiter(), new AbortController()];
  ask(shared, 4);
  const gone = ask(shared, 4, { signal: closed.signal });
  await pass(0);
  closed.abort();
  const next = ask(shared, 4);
  const late = ask(shared, 1, { signal: closed.signal });
  await pass(2000);
  expect([gone.permits.length, next.permits.length, next.refused.length]).toEqual([0, 4, 0]);
  expect(late.permits).toHaveLength(0);
});
