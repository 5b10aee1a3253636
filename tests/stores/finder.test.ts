// The store of the match finder, used as its screen uses it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  $answers,
  $areKept,
  $deleted,
  $finder,
  $fits,
  $forget,
  $mayKeep,
  $step,
  answerQuestion,
  goBack,
  goTo,
  openFinder,
  questions,
  startFinder,
} from '#stores/finder';
import { clearPrivateData } from '#stores/private-data';
import { $toasts } from '#stores/toasts';
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
const keptAs = (answers: object | null) => eventually(async () => expect(await stored()).toEqual(answers));
/** What the page knows of kept answers. */
const known = () => [$step.get(), $areKept.get(), $mayKeep.get(), $deleted.get()];
async function whileRefused(work: () => Promise<void>): Promise<void> {
  const through = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'malformed' } }, { status: 400 }));
  await work();
  globalThis.fetch = through;
}

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
  expect([...known(), $answers.get(), await stored()]).toEqual(['start', false, false, 'here', {}, null]);
  startFinder(false);
  expect($deleted.get()).toBeNull();
});

test('ME27: a deletion that fails says why and can be tried again, and nothing is kept meanwhile', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await keptAs({ hope: 'dates' });
  await whileRefused(() => $forget.submit(undefined));
  expect($forget.get()).toMatchObject({ state: 'failed', code: 'malformed' });
  expect([...known(), $answers.get()]).toEqual(['place', true, false, null, { hope: 'dates' }]);
  traffic.calls.length = 0;
  answerQuestion('place', 'region');
  await $forget.submit(undefined);
  expect(traffic.calls.map((call) => call.split(' ')[0])).toEqual(['DELETE']);
  expect([...known(), await stored()]).toEqual(['start', false, false, 'here', null]);
});

test('ME27: a member who goes on without keeping can still delete what could not be taken off the server', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await keptAs({ hope: 'dates' });
  await whileRefused(async () => {
    startFinder(false);
    await eventually(() => expect($toasts.get().map(({ code }) => code)).toEqual(['malformed']));
  });
  answerQuestion('place', 'region');
  expect([$areKept.get(), await stored()]).toEqual([true, { hope: 'dates' }]);
  await $forget.submit(undefined);
  expect([$areKept.get(), await stored()]).toEqual([false, null]);
});

test('ME27: answers that were deleted elsewhere do not come back, and the page asks again', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await keptAs({ hope: 'dates' });
  await server.call('/api/match-finder.php', { method: 'DELETE', json: {}, as: me });
  answerQuestion('place', 'region');
  await eventually(() => expect(known()).toEqual(['start', false, false, 'elsewhere']));
  expect([await stored(), $answers.get()]).toEqual([null, { hope: 'dates', place: 'region' }]);
  startFinder(true);
  await keptAs({ hope: 'dates', place: 'region' });
  expect([$areKept.get(), $deleted.get()]).toEqual([true, null]);
});

test('ME27: who changes their mind twice at once has the answers kept', async () => {
  startFinder(true);
  answerQuestion('hope', 'dates');
  await keptAs({ hope: 'dates' });
  startFinder(false);
  startFinder(true);
  answerQuestion('place', 'region');
  await keptAs({ hope: 'dates', place: 'region' });
  expect([$areKept.get(), $mayKeep.get(), $deleted.get()]).toEqual([true, true, null]);
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
