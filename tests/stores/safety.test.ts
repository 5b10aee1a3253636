// The store of blocks and reports, used as its screens use it, against the real server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { $chats } from '#stores/chats';
import { $likes } from '#stores/like-lists';
import { loadLikes } from '#stores/likes';
import { dispatchLive } from '#stores/live';
import { $member, openMember } from '#stores/member';
import { $blocked, $reports, createBlock, createReport, createUnblock } from '#stores/safety';
import {
  $safetyDialog,
  askToBlockOfCard,
  askToReport,
  closeSafetyDialog,
  offerUnblock,
  openCardMenu,
} from '#stores/safety-dialog';
import { send } from '#tests/support/chats';
import { eventually } from '#tests/support/eventually';
import type { MadeMember } from '#tests/support/members';
import { startTestServer, type TestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

vi.mock('#lib/live', () => import('#tests/support/fake-live'));

let server: TestServer & { close(): Promise<void> };
let me: MadeMember;
let other: MadeMember;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer(await usualDatabase());
  callFromStores(server, () => me.cookie);
  me = await server.member();
  other = await server.member({ credits: 1 });
  await send(server, other, { profile: me.id });
  stops.push(
    $member.listen(() => undefined),
    $chats.listen(() => undefined),
    $likes.listen(() => undefined),
  );
});
afterAll(async () => {
  stops.forEach((stop) => stop());
  await server.close();
});

const shownMember = () => $member.ready()?.member;

test('ME23: a block reloads the open profile and the chats, and unblocking takes the member from the list', async () => {
  await openMember(other.id);
  await eventually(() => expect($chats.ready()?.chats).toHaveLength(1));
  expect(shownMember()?.blocked).toBe(false);
  const block = createBlock();
  await block.submit(other.id);
  expect(block.get()).toEqual({ state: 'done' });
  dispatchLive({ type: 'block', profile: other.id });
  await eventually(() => expect(shownMember()?.blocked).toBe(true));
  await eventually(() => expect($chats.ready()?.chats).toEqual([]));
  await $blocked.reload();
  expect($blocked.ready()?.profiles.map(({ id }) => id)).toEqual([other.id]);
  await createUnblock().submit(other.id);
  expect($blocked.ready()?.profiles).toEqual([]);
});

test('SA4: a report answers its number and is among the own reports; a failed one keeps the dialog open', async () => {
  let number = '';
  askToReport({ id: other.id, name: other.name });
  const report = createReport((sent) => (number = sent));
  await report.submit({ profile: me.id, category: 'scam', text: '' });
  expect(report.get()).toMatchObject({ state: 'failed', code: 'yourself' });
  expect($safetyDialog.get()).toMatchObject({ kind: 'report', member: { id: other.id } });
  await report.submit({ profile: other.id, category: 'scam', text: '' });
  expect(number).toMatch(/^[0-9A-F]{8}$/);
  await $reports.reload();
  expect($reports.ready()?.reports).toMatchObject([{ number, status: 'received' }]);
  closeSafetyDialog();
  expect($safetyDialog.get()).toBeNull();
});

test('D6 SA1: the menu of a card leads to the block, which takes the member from the likes, and back', async () => {
  const liker = await server.member({ gender: 'male' });
  await server.call('/api/like.php', { method: 'PUT', json: { id: me.id }, as: liker });
  await loadLikes();
  const likers = (): readonly string[] | null => {
    const all = $likes.get();
    return all.state === 'ready' ? all.liked_by.map(({ id }) => id) : null;
  };
  expect(likers()).toEqual([liker.id]);
  openCardMenu(liker);
  expect($safetyDialog.get()).toEqual({ kind: 'card', member: { id: liker.id, name: liker.name } });
  const member = { id: liker.id, name: liker.name };
  askToBlockOfCard(member);
  expect($safetyDialog.get()).toMatchObject({ kind: 'block', isOfCard: true });
  await createBlock().submit(liker.id);
  dispatchLive({ type: 'block', profile: liker.id });
  await eventually(() => expect(likers()).toEqual([]));
  offerUnblock(member);
  expect($safetyDialog.get()).toEqual({ kind: 'blocked', member });
  await createUnblock().submit(liker.id);
  dispatchLive({ type: 'block', profile: liker.id });
  await eventually(() => expect(likers()).toEqual([liker.id]));
  closeSafetyDialog();
});
