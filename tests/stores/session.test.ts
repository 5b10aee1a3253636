// The session of an open tab when news arrive late, twice or not at all, against the real server.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatchLive } from '#stores/live';
import { $draft, send, updateDraft } from '#stores/outbox';
import { $user, endSession, loadUser, startSession } from '#stores/session';
import { answered, chatPage, settled } from '#tests/support/chat-page';
import { sent } from '#tests/support/chats';
import { pass } from '#tests/support/fake-clock';
import { setOpen } from '#tests/support/fake-live';
import { device } from '#tests/support/fake-storage';
import { eventually } from '#tests/support/eventually';

const { visited } = vi.hoisted(() => ({ visited: [] as string[] }));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  ...{ navigateTo: (to: string) => void visited.push(to), redirectToLogin: () => void visited.push('back') },
}));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const ASK = 'GET /api/user.php';
const asked = (): number => page.calls.filter((call) => call === ASK).length;
const still = (): Promise<void> => answered(page);

beforeEach(async () => {
  visited.length = 0;
  setOpen(false);
  endSession();
  startSession();
  await eventually(() => expect($user.get()?.id).toBe(page.me.id));
  page.calls.length = 0;
});
afterEach(() => endSession());

/** Changes the answers to one kind of call, until the test ends. */
function between(wrap: (answer: Promise<Response>, call: string) => Promise<Response>): void {
  const through = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    wrap(through(input, init), `${init?.method ?? 'GET'} ${String(input).split('?')[0] ?? ''}`);
  restore = () => (globalThis.fetch = through);
}
let restore: () => void = () => undefined;
afterEach(() => restore());

/** Holds every answer about the user until it is released, in the order of the requests. */
function holdAnswers(): (() => void)[] {
  const release: (() => void)[] = [];
  between((answer, call) =>
    call === ASK ? answer.then((response) => new Promise((resolve) => release.push(() => resolve(response)))) : answer,
  );
  return release;
}

/** Changes the member's account without an event. */
const change = (columns: { credits?: number; paid_user?: boolean }): Promise<unknown> =>
  page.server.database.inTenant(1, (db) =>
    db.updateTable('account').set(columns).where('id', '=', page.me.id).execute(),
  );

describe('after a gap', () => {
  test('AU2 CH35: the user is fetched again when the connection is back, and not twice at the start', async () => {
    setOpen(true);
    await still();
    expect(asked()).toBe(0);
    pass(5_000);
    await eventually(() => expect(asked()).toBe(1));
    setOpen(false);
    await change({ paid_user: true });
    setOpen(true);
    await eventually(() => expect($user.get()?.paid_user).toBe(true));
    expect(asked()).toBe(2);
  });
});

describe('answers that come late', () => {
  test('AU13: a caller that waits for the user gets the server’s state of its request, though an earlier request is open', async () => {
    const release = holdAnswers();
    const slow = loadUser();
    const early = slow.then(() => $user.get()?.credits);
    await eventually(() => expect(release).toHaveLength(1));
    await change({ credits: 3 });
    const late = loadUser().then(() => $user.get()?.credits);
    release[0]?.();
    await eventually(() => expect(release).toHaveLength(2));
    release[1]?.();
    expect(await Promise.all([early, late])).toEqual([3, 3]);
  });

  test('AU13: an answer is shown although the request after it fails', async () => {
    endSession();
    const release = holdAnswers();
    const both = [loadUser()];
    await eventually(() => expect(release).toHaveLength(1));
    restore();
    between((answer, call) => (call === ASK ? Promise.reject(new TypeError('offline')) : answer));
    both.push(loadUser());
    release[0]?.();
    await Promise.all(both);
    expect($user.get()?.id).toBe(page.me.id);
  });

  test('AU13: answers are shown although requests come faster', async () => {
    endSession();
    let shown = 0;
    const stop = $user.listen(() => (shown += 1));
    const release = holdAnswers();
    const asking = [loadUser()];
    for (const round of [1, 2, 3]) {
      asking.push(loadUser(), loadUser());
      await eventually(() => expect(release.length).toBeGreaterThanOrEqual(round));
      asking.push(loadUser());
      release[round - 1]?.();
      await eventually(() => expect(shown).toBe(round));
    }
    await eventually(() => expect(release).toHaveLength(4));
    release[3]?.();
    await Promise.all(asking);
    stop();
  });

  test('AU2: an answer about an ended session is not shown in the next', async () => {
    endSession();
    const release = holdAnswers();
    startSession();
    await eventually(() => expect(release).toHaveLength(1));
    endSession();
    page.me = await page.server.member();
    startSession();
    const seen: unknown[] = [];
    const stop = $user.listen((user) => void seen.push(user?.id));
    release[0]?.();
    await eventually(() => expect(release).toHaveLength(2));
    release[1]?.();
    await eventually(() => expect($user.get()?.id).toBe(page.me.id));
    stop();
    expect(seen).toEqual([page.me.id]);
  });

  test('AU13: a balance received meanwhile is newer than the answer that was on its way', async () => {
    await change({ credits: 2 });
    let isFirst = true;
    between(async (answer, call) => {
      if (call !== ASK || !isFirst) return answer;
      isFirst = false;
      const body = (await (await answer).json()) as { user: Record<string, unknown> };
      dispatchLive({ type: 'message', conversation: crypto.randomUUID(), seq: 1, credits: 2 });
      return Response.json({ user: { ...body.user, credits: 5 } });
    });
    await loadUser();
    expect($user.get()?.credits).toBe(2);
  });

  test('CH20 CH36: a repeated answer does not restore an older balance', async () => {
    await page.open();
    let isFirst = true;
    between(async (answer, call) => {
      if (call !== 'POST /api/message.php' || !isFirst) return answer;
      isFirst = false;
      await answer;
      const { conversation } = await sent(page.server, page.me, { profile: page.other.id, text: 'From my phone' });
      dispatchLive({ type: 'message', conversation, seq: 2, credits: 3 });
      throw new TypeError('The answer is lost.');
    });
    updateDraft('Hello');
    send();
    await settled();
    await still();
    expect($user.get()?.credits).toBe(3);
  });
});

describe('the end of a session', () => {
  const kept = (): boolean => [...device.keys()].some((name) => name.startsWith('draft:'));
  beforeEach(async () => {
    await page.open();
    updateDraft('Half a thought');
    expect(kept()).toBe(true);
  });

  test('CH16 E11: the same member’s login in another tab leaves drafts and this tab unchanged', async () => {
    dispatchLive({ type: 'logout', again: true });
    await still();
    expect([kept(), $draft.get(), visited]).toEqual([true, 'Half a thought', []]);
  });

  test('AU2: a late logout event does not affect a member who has logged in since', async () => {
    dispatchLive({ type: 'logout' });
    await still();
    expect([kept(), $user.get()?.id, visited]).toEqual([true, page.me.id, []]);
  });

  test('AU2 E11: a real logout clears everything, and so does the login of another member', async () => {
    const other = await page.server.member();
    for (const cookie of ['', other.cookie]) {
      const me = page.me;
      page.me = { ...me, cookie };
      dispatchLive({ type: 'logout' });
      await eventually(() => expect([kept(), visited]).toEqual([false, ['/login']]));
      page.me = me;
      visited.length = 0;
      startSession();
      await eventually(() => expect($user.get()?.id).toBe(me.id));
      updateDraft('Another thought');
    }
  });

  test('CH16 E11: a tab that resumes late clears its own member’s texts, not those of a later member', async () => {
    const other = await page.server.member();
    const theirs = [`draft:${other.id}:${page.other.id}`, `unsent:${other.id}:${page.me.id}:${crypto.randomUUID()}`];
    const me = page.me;
    for (const type of ['logout', 'user'] as const) {
      for (const name of [...theirs, `unsent:${me.id}:${other.id}:${crypto.randomUUID()}`]) device.set(name, '{}');
      page.me = { ...me, cookie: other.cookie };
      dispatchLive({ type });
      await eventually(() => expect(visited).toEqual(['/login']));
      expect([...device.keys()].sort()).toEqual(theirs.sort());
      page.me = me;
      visited.length = 0;
      startSession();
      await eventually(() => expect($user.get()?.id).toBe(me.id));
    }
  });

  test('AU2: another member’s data are never shown in this tab', async () => {
    const seen: unknown[] = [];
    const stop = $user.listen((user) => void seen.push(user?.id));
    page.me = { ...page.me, cookie: (await page.server.member()).cookie };
    // The second request is sent while the tab is leaving.
    for (const type of ['user', 'user'] as const) dispatchLive({ type });
    await eventually(() => expect(visited).toEqual(['/login']));
    await still();
    stop();
    expect(seen).toEqual([undefined, undefined]);
  });

  test('E11: without an answer the session counts as ended', async () => {
    between((answer, call) => (call === ASK ? Promise.reject(new TypeError('offline')) : answer));
    dispatchLive({ type: 'logout' });
    await eventually(() => expect([kept(), visited]).toEqual([false, ['/login']]));
  });

  test('AU2 E11: a tab that missed the change of member leaves as soon as it learns of it', async () => {
    page.me = { ...page.me, cookie: (await page.server.member()).cookie };
    dispatchLive({ type: 'user' });
    await eventually(() => expect([kept(), visited]).toEqual([false, ['/login']]));
  });
});
