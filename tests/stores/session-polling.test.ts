// How often an open page of the members area fetches the user again.
import { expect, onTestFinished, test, vi } from 'vitest';
import { $push } from '#stores/push';
import { endSession, startSession } from '#stores/session';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/page', () => ({ isVisitor: () => false }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));
vi.mock('#lib/navigation/switch-language', () => ({ switchLanguage: () => undefined }));
const { asked } = vi.hoisted(() => ({ asked: [] as number[] }));
vi.mock('#lib/api', async (original) => ({
  ...(await original<object>()),
  client: () => ({
    // Without an answer the member stays: only the times count here.
    user: () => {
      asked.push(Date.now());
      return Promise.reject(new Error('away'));
    },
  }),
}));

const MINUTE = 60_000;

test('AU6: the user is fetched at once, after 5 s, and then every 60 s or, with push, every 300 s, each a tenth more or less', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    endSession();
    vi.useRealTimers();
  });
  startSession();
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  const gaps = (): number[] => asked.slice(1).map((at, before) => at - (asked[before] ?? 0));
  const [first, ...often] = gaps();
  expect(first).toBe(5000);
  expect(often.length).toBeGreaterThanOrEqual(27);
  expect(often.filter((gap) => gap < 54_000 || gap > 66_000)).toEqual([]);

  $push.set({ ...$push.get(), subscribed: { endpoint: 'https://push.example/1' } as never });
  await vi.advanceTimersByTimeAsync(90 * MINUTE);
  // The first was planned before.
  const rarely = gaps().slice(1 + often.length + 1);
  expect(rarely.length).toBeGreaterThanOrEqual(16);
  expect(rarely.filter((gap) => gap < 270_000 || gap > 330_000)).toEqual([]);
});
