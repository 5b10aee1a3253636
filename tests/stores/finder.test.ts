// The store of the match finder, used as its screen uses it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  $answers,
  $areKept,
  $finder,
  $fits,
  $forget,
  $step,
  answerQuestion,
  goBack,
  goTo,
  openFinder,
  questions,
  startFinder,
} from '#stores/finder';
import { clearPrivateData } from '#stores/private-data';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const { address } = vi.hoisted(() => ({ address: { query: {} as Record<string, string> } }));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: () => undefined,
  queryOf: () => address.query,
  setQuery: (_: string, values: Record<string, string | undefined>) => {
    address.query = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
    return true;
  },
}));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;
beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => me.cookie);
});
afterAll(async () => {
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});
beforeEach(async () => {
  me = await server.member({ region: 'NL-UT' });
  clearPrivateData();
  address.query = {};
  await openFinder();
  traffic.calls.length = 0;
});
const settled = async (): Promise<void> => {
  await eventually(() => expect(traffic.calls.at(-1)).toMatch(/^DELETE/));
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
};
const stored = async () => (await server.call('/api/match-finder.php', { as: me })).body['answers'];

test('ME27: one question after another, back and skipped, to the members who fit', async () => {
  const other = await server.member({ gender: 'male', region: 'NL-UT' });
  expect([$finder.get().state, $step.get()]).toEqual(['ready', 'start']);
  startFinder(false);
  expect($step.get()).toBe('hope');
  answerQuestion('hope', 'dates');
  expect([$step.get(), address.query]).toEqual(['place', { step: 'place' }]);
  goBack();
  expect([$step.get(), $answers.get().hope]).toEqual(['hope', 'dates']);
  answerQuestion('hope', 'open');
  answerQuestion('place', 'region');
  for (const name of questions.slice(2)) answerQuestion(name, null);
  expect($step.get()).toBe('result');
  await eventually(() =>
    expect($fits.get()).toMatchObject({ state: 'ready', profiles: [{ id: other.id, reasons: ['place'] }] }),
  );
  expect(await stored()).toBeNull();
});

test('ME27: kept answers are resumed elsewhere; without consent nothing is stored', async () => {
  startFinder(false);
  answerQuestion('hope', 'dates');
  expect([await stored(), traffic.calls.filter((call) => call.startsWith('PUT'))]).toEqual([null, []]);
  startFinder(true);
  answerQuestion('place', null);
  await eventually(async () => expect(await stored()).toEqual({ hope: 'dates', place: null }));
  clearPrivateData();
  address.query = {};
  await openFinder();
  expect([$step.get(), $areKept.get(), $answers.get()]).toEqual(['ages', true, { hope: 'dates', place: null }]);
});

test('ME27: going on without consent takes kept answers off the server and leaves them on the screen', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await eventually(async () => expect(await stored()).toEqual({ hope: 'dates' }));
  goTo('start');
  startFinder(false);
  answerQuestion('place', 'region');
  await eventually(async () => expect(await stored()).toBeNull());
  expect([$areKept.get(), $answers.get()]).toEqual([false, { hope: 'dates', place: 'region' }]);
});

test('ME27: answers on their way are taken back too, and those of another device', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  startFinder(false);
  await settled();
  expect(await stored()).toBeNull();
  await server.call('/api/match-finder.php', {
    method: 'PUT',
    json: { answers: { hope: 'open' }, consent: 'yes' },
    as: me,
  });
  traffic.calls.length = 0;
  startFinder(false);
  await settled();
  expect(await stored()).toBeNull();
});

test('ME27: an address leads to its step, unless questions before it are open', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await eventually(async () => expect(await stored()).toEqual({ hope: 'dates' }));
  address.query = { step: 'hope' };
  await openFinder();
  expect($step.get()).toBe('hope');
  address.query = { step: 'result' };
  await openFinder();
  expect($step.get()).toBe('place');
});

test('ME27: deleted answers are gone here and on the server, also those on their way', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await $forget.submit(undefined);
  expect([$step.get(), $answers.get(), $areKept.get(), await stored()]).toEqual(['start', {}, false, null]);
});

test('ME27: members who cannot be loaded are a failure that a retry fixes', async () => {
  const through = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'malformed' } }, { status: 400 }));
  await $fits.open({ place: 'region' });
  expect($fits.get()).toEqual({ state: 'failed', code: 'malformed' });
  globalThis.fetch = through;
  await $fits.reload();
  expect($fits.get().state).toBe('ready');
});
