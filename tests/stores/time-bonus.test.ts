// The time bonus as the shell shows it: from the server's clock, second by second, and gone when it ends, after paying and at logout.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/auth';
import { WELCOME } from '#domain/limits';
import { clearPrivateData } from '#stores/private-data';
import { $user } from '#stores/session';
import { $isBonusShown, $timeBonus, loadTimeBonus, watchTimeBonus } from '#stores/time-bonus';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let stop = (): void => undefined;
let traffic: ReturnType<typeof callFromStores>;

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  server.holdClock();
  traffic = callFromStores(server, () => me.cookie);
});
afterAll(() => server.close());
beforeEach(() => {
  stop();
  vi.useRealTimers();
  $user.set(undefined);
  traffic.calls.length = 0;
});

const ago = (seconds: number): Date => new Date(server.now().getTime() - seconds * 1000);
/** Logs a member in who signed up so many seconds ago. */
async function enter(seconds: number, draft: object = {}): Promise<void> {
  me = await server.member({ country: 'NL', signup_at: ago(seconds), ...draft });
  stop = watchTimeBonus();
  $user.set((await server.call('/api/user.php', { as: me })).body['user'] as User);
  await Promise.all(traffic.running);
}
const visible = { isVisible: true, percent: 25 };
const gone = { isVisible: false, countdown: null, percent: 0 };

test('CR38 CR39 CR41: it is loaded at login with the seconds that the server says, and ticks every second to its end', async () => {
  await enter(WELCOME.seconds - 3);
  await eventually(() => expect($timeBonus.get()).toEqual({ ...visible, countdown: 3 }));
  vi.useFakeTimers();
  await loadTimeBonus();
  const shown: unknown[] = [];
  const stopListening = $timeBonus.listen(({ countdown }) => void shown.push(countdown));
  // What places the banners does not work every second.
  const placed: unknown[] = [];
  const stopLooking = $isBonusShown.listen((isShown) => void placed.push(isShown));
  await vi.advanceTimersByTimeAsync(5000);
  stopListening();
  stopLooking();
  expect(placed).toEqual([false]);
  expect(shown).toEqual([2, 1, null]);
  expect($timeBonus.get()).toEqual(gone);
});

test('CR39: a tab that was asleep shows what is left, not what it counted', async () => {
  await enter(0);
  await eventually(() => expect($timeBonus.get().countdown).toBe(WELCOME.seconds));
  vi.useFakeTimers();
  await loadTimeBonus();
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect($timeBonus.get().countdown).toBe(WELCOME.seconds - 3601);
});

test('CR40: it ends when the member has paid, and is not asked for by one who had paid before', async () => {
  await enter(60);
  await eventually(() => expect($timeBonus.get()).toMatchObject(visible));
  const user = $user.get();
  if (!user) throw new Error('No member is logged in.');
  $user.set({ ...user, paid_user: true });
  expect($timeBonus.get()).toEqual(gone);
  stop();
  traffic.calls.length = 0;
  await enter(60, { paid_user: true });
  expect(traffic.calls.filter((call) => call.includes('time-bonus'))).toEqual([]);
  expect($timeBonus.get()).toEqual(gone);
});

test('CR40 CR41: it is cleared at logout, and an answer that comes later does not bring it back', async () => {
  await enter(60);
  await eventually(() => expect($timeBonus.get()).toMatchObject(visible));
  const late = loadTimeBonus();
  clearPrivateData();
  await late;
  expect($timeBonus.get()).toEqual(gone);
});

test('CR38 CR40: 14,400 seconds after the signup there is none', async () => {
  await enter(WELCOME.seconds);
  await eventually(() => expect(traffic.calls.some((call) => call.includes('time-bonus'))).toBe(true));
  await Promise.all(traffic.running);
  expect($timeBonus.get()).toEqual(gone);
});
