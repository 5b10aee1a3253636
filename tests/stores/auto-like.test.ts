// The like that is shown by itself, and likes that come together, with the stores as the shell uses them, against the real server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startAutoLike } from '#stores/auto-like';
import { $likes } from '#stores/like-lists';
import { loadLikes } from '#stores/likes';
import { dispatchLive } from '#stores/live';
import { $newLike, closeNewLike } from '#stores/match';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const timers = vi.hoisted(() => ({ waiting: [] as { ms: number; run: () => void; isOff: boolean }[] }));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/clock', async (original) => ({
  ...(await original<object>()),
  after: (ms: number, run: () => void) => {
    const timer = { ms, run, isOff: false };
    timers.waiting.push(timer);
    return () => void (timer.isOff = true);
  },
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let calls: string[] = [];
let stop = (): void => undefined;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  calls = callFromStores(server, () => me.cookie).calls;
});
afterAll(() => server.close());
beforeEach(async () => {
  me = await server.member();
  stop = $likes.listen(() => undefined);
  await loadLikes();
  closeNewLike();
  timers.waiting.length = 0;
  calls.length = 0;
});
afterEach(() => stop());

const like = async (from: MadeMember): Promise<unknown> =>
  server.call('/api/like.php', { method: 'PUT', json: { id: me.id }, as: from });
/** Lets the timers with this wait end; other waits are those of the network. */
const pass = (ms: number): void =>
  timers.waiting.filter((timer) => timer.ms === ms && !timer.isOff).forEach(({ run }) => run());

test('LI12 LI14: after the seconds of the address the oldest unseen like is shown, and 0.5 s later the likes are read again', async () => {
  const [first, second] = [await server.member({ gender: 'male' }), await server.member({ gender: 'male' })];
  await like(first);
  server.advance(1);
  await like(second);
  startAutoLike('3');
  expect([calls, $newLike.get()]).toEqual([[], null]);
  pass(3000);
  await eventually(() => expect($newLike.get()?.id).toBe(first.id));
  expect(calls).toEqual(['GET /api/auto-like.php']);
  pass(500);
  await eventually(() =>
    expect($likes.get()).toMatchObject({ state: 'ready', liked_by: [{ like_new: true }, { like_new: false }] }),
  );
  closeNewLike();
  expect($newLike.get()).toBeNull();
});

test('LI12 LI13: with no unseen like nothing is shown', async () => {
  startAutoLike('0');
  pass(0);
  await eventually(() => expect(timers.waiting.some(({ ms }) => ms === 500)).toBe(true));
  expect([calls, $newLike.get()]).toEqual([['GET /api/auto-like.php'], null]);
});

test('LI13: a lost answer is not asked for again, which would use up the next like', async () => {
  const through = globalThis.fetch;
  let asked = 0;
  globalThis.fetch = () => Promise.reject(new Error(`lost ${(asked += 1)}`));
  startAutoLike('0');
  pass(0);
  await eventually(() => expect(timers.waiting.some(({ ms }) => ms === 500)).toBe(true));
  globalThis.fetch = through;
  expect([asked, $newLike.get()]).toEqual([1, null]);
});

test('LI12: only a number of seconds up to an hour counts, and the last one', () => {
  for (const wrong of ['', 'x', '-1', '1e3', '3601', '99999', '1.5']) startAutoLike(wrong);
  expect(timers.waiting).toEqual([]);
  startAutoLike('5');
  startAutoLike('9');
  expect(timers.waiting.map(({ ms, isOff }) => [ms, isOff])).toEqual([
    [5000, true],
    [9000, false],
  ]);
});

test('LI7: likes that come at the same moment are read together, and the last one is not missed', async () => {
  for (let each = 0; each < 3; each += 1) await like(await server.member({ gender: 'male' }));
  for (let each = 0; each < 20; each += 1) dispatchLive({ type: 'like' });
  const read = ['GET /api/likes-news.php', 'GET /api/likes.php'];
  await eventually(() => expect(calls).toEqual([...read, ...read]));
  await eventually(() => {
    const likes = $likes.get();
    expect(likes.state === 'ready' && likes.liked_by.length).toBe(3);
  });
});
