// The store of the swipe game, used as its screen uses it, against the real server.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { $likes } from '#stores/like-lists';
import { $liked, loadLikes } from '#stores/likes';
import { dispatchLive } from '#stores/live';
import { $match, closeMatch } from '#stores/match';
import { clearPrivateData } from '#stores/private-data';
import { $deck, $lastPass, answerCard, openDeck, undoPass } from '#stores/swipe';
import { $toasts } from '#stores/toasts';
import { eventually } from '#tests/support/eventually';
import { pass } from '#tests/support/fake-clock';
import { block, type MadeMember } from '#tests/support/members';
import { siteAt, startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

const page = vi.hoisted(() => ({ shown: [] as (() => void)[] }));
vi.mock('#lib/visibility', () => ({
  isPageHidden: () => false,
  oncePageVisible: () => undefined,
  onPageVisible: (run: () => void) => {
    page.shown.push(run);
    return () => undefined;
  },
}));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));

const site = siteAt(0);
let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let traffic: ReturnType<typeof callFromStores>;
let others: MadeMember[];
let country: string;
/** Each test has a country of its own. */
const countries = 'NL BE FR DE AT IT ES PL SE DK FI NO GR PT HU RO BG'.split(' ');
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  traffic = callFromStores(server, () => me.cookie);
  stops.push(
    $deck.listen(() => undefined),
    $likes.listen(() => undefined),
  );
});
afterAll(async () => {
  stops.forEach((stop) => stop());
  while (traffic.running.size > 0) await Promise.allSettled(traffic.running);
  traffic.stop();
  await server.close();
});
async function people(count: number): Promise<void> {
  country = countries.shift() ?? 'IE';
  me = await server.member({ country });
  others = [];
  // The latest activity first.
  for (let n = 0; n < count; n += 1)
    others.push(
      await server.member({ gender: 'male', country, last_active: new Date(server.now().getTime() - n * 60_000) }),
    );
  clearPrivateData();
  closeMatch();
  $toasts.set([]);
  await loadLikes();
  await openDeck();
  traffic.calls.length = 0;
}
beforeEach(() => people(5));

function ready() {
  const deck = $deck.get();
  if (deck.state !== 'ready') throw new Error(deck.state);
  return deck;
}
const ids = (): string[] => ready().profiles.map(({ id }) => id);
function top() {
  const [card] = ready().profiles;
  if (!card) throw new Error('no card');
  return card;
}
const idsOf = (members: readonly MadeMember[]): string[] => members.map(({ id }) => id);

test('LI15 LI16: an answer shows at once: the card is gone and a like is counted; the server knows after it', async () => {
  expect(ids()).toEqual(idsOf(others));
  const liking = answerCard(top(), true);
  expect([ids(), ready().remaining, $liked.get().get(others[0]?.id ?? '')]).toEqual([idsOf(others.slice(1)), 3, true]);
  const passing = answerCard(top(), false);
  expect([ids(), ready().remaining, $lastPass.get()?.id]).toEqual([idsOf(others.slice(2)), 3, others[1]?.id]);
  await Promise.all([liking, passing]);
  expect(ready()).toMatchObject({ remaining: 3, renews_at: expect.any(String) as string });
  await openDeck();
  expect([ids(), ready().remaining]).toEqual([idsOf(others.slice(2)), 3]);
});

test('LI16: the fourth like ends the day; a like beyond it is not sent; at midnight the cards are back', async () => {
  for (let n = 0; n < 4; n += 1) await answerCard(top(), true);
  expect([ready().remaining, ids()]).toEqual([0, [others[4]?.id]]);
  traffic.calls.length = 0;
  await answerCard(top(), true);
  expect(traffic.calls).toEqual([]);
  const renews = new Date(ready().renews_at ?? '').getTime();
  server.advance((renews - server.now().getTime()) / 1000);
  vi.setSystemTime(renews);
  onTestFinished(() => void vi.useRealTimers());
  pass(3_600_000);
  await eventually(() => expect(ready().remaining).toBe(4));
});

test('LI16: likes used up in another tab: the card stays and the day is over, without a message', async () => {
  for (const { id } of others.slice(1)) await server.call('/api/swipe.php', { json: { id, liked: true }, as: me });
  await answerCard(top(), true);
  expect([ready().remaining, ids()[0], $toasts.get()]).toEqual([0, others[0]?.id, []]);
});

test('LI15: the last pass can be taken back, also before it was sent; a like cannot', async () => {
  const [first] = ready().profiles;
  const passing = answerCard(top(), false);
  const undoing = undoPass();
  expect([ids(), $lastPass.get()]).toEqual([idsOf(others), null]);
  await Promise.all([passing, undoing]);
  await openDeck();
  expect(ids()).toEqual(idsOf(others));
  await answerCard(top(), true);
  expect([$lastPass.get(), first?.id]).toEqual([null, others[0]?.id]);
});

test('LI15: after the last card the pass can be taken back as well', async () => {
  await people(1);
  await answerCard(top(), false);
  expect([ids(), $lastPass.get()?.id]).toEqual([[], others[0]?.id]);
  await undoPass();
  await openDeck();
  expect([ids(), $lastPass.get()]).toEqual([idsOf(others), null]);
});

test('LI15: a pass taken back of a member who has gone meanwhile brings no card', async () => {
  await answerCard(top(), false);
  await block(server.database, site, others[0]?.id ?? '', me.id);
  await undoPass();
  expect([ids(), $toasts.get().map(({ code }) => code)]).toEqual([idsOf(others.slice(1)), ['not_found']]);
});

test('LI15 DB14: a refused like says why, is counted back, and the card of who has gone does not return', async () => {
  await block(server.database, site, others[0]?.id ?? '', me.id);
  await answerCard(top(), true);
  expect([ids(), ready().remaining, $toasts.get().map(({ code }) => code)]).toEqual([
    idsOf(others.slice(1)),
    4,
    ['blocked'],
  ]);
  expect($liked.get().has(others[0]?.id ?? '')).toBe(false);
});

test('LI15: a failed answer puts the card back on top', async () => {
  const through = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'malformed' } }, { status: 400 }));
  await answerCard(top(), true);
  globalThis.fetch = through;
  expect([ids(), ready().remaining, $toasts.get().map(({ code }) => code)]).toEqual([idsOf(others), 4, ['malformed']]);
});

test('LI15 DB14: a block takes the card away while the page is open; the others keep their places', async () => {
  await block(server.database, site, others[1]?.id ?? '', me.id);
  dispatchLive({ type: 'block', profile: others[1]?.id ?? '' } as never);
  await eventually(() => expect(ids()).toEqual(idsOf(others.filter((_, at) => at !== 1))));
});

test('LI15: on the way back to the page the cards stay, however many others were active meanwhile', async () => {
  const before = ids();
  for (let n = 0; n < 25; n += 1) {
    const last_active = new Date(server.now().getTime() + 60_000);
    await server.member({ gender: 'male', country, last_active });
  }
  await block(server.database, site, others[1]?.id ?? '', me.id);
  page.shown.forEach((show) => show());
  await eventually(() => expect(ids().slice(0, 4)).toEqual(before.filter((_, at) => at !== 1)));
  expect(ids()).toHaveLength(4 + 24);
});

test('LI15: a card that is brought back while the cards are read again stays', async () => {
  await answerCard(top(), false);
  await Promise.all([openDeck(), undoPass()]);
  expect(ids()).toEqual(idsOf(others));
  await openDeck();
  expect(ids()).toEqual(idsOf(others));
});

test('LI15: a pass that could not be taken back now can be taken back later', async () => {
  await answerCard(top(), false);
  const through = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ error: { code: 'malformed' } }, { status: 400 }));
  await undoPass();
  globalThis.fetch = through;
  expect([ids(), $lastPass.get()?.id]).toEqual([idsOf(others.slice(1)), others[0]?.id]);
  await undoPass();
  expect([ids(), $lastPass.get()]).toEqual([idsOf(others), null]);
  await openDeck();
  expect(ids()).toEqual(idsOf(others));
});

test('LI11: a mutual like opens the match dialog', async () => {
  await server.call('/api/like.php', { method: 'PUT', json: { id: me.id }, as: others[0] ?? null });
  await answerCard(top(), true);
  expect($match.get()?.id).toBe(others[0]?.id);
});

test('LI15: more cards are fetched before the last is answered, and none comes twice', async () => {
  await people(30);
  const seen: string[] = [];
  while (ready().profiles.length > 0) {
    seen.push(top().id);
    await answerCard(top(), false);
  }
  expect([...seen].sort()).toEqual(idsOf(others).sort());
  expect(traffic.calls.filter((call) => call.startsWith('GET')).length).toBeLessThan(10);
});
