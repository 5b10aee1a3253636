// Data loaded for one member is gone from every store when another logs in, against the real server.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $chats, loadChats } from '#stores/chats';
import { $conversation } from '#stores/conversation';
import { $likes } from '#stores/like-lists';
import { $liked, savePendingLike, loadLikes } from '#stores/likes';
import { dispatchLive } from '#stores/live';
import { $member, openMember, rememberCard } from '#stores/member';
import { $user, endSession, startSession } from '#stores/session';
import { chatPage } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';

const { visited } = vi.hoisted(() => ({ visited: [] as string[] }));
vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({
  linkTo: (name: string) => `/${name}`,
  navigateTo: (address: string) => void visited.push(address),
  redirectToLogin: () => void visited.push('login, then back'),
}));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const stops: (() => void)[] = [];

beforeEach(async () => {
  startSession();
  await eventually(() => expect($user.get()?.id).toBe(page.me.id));
  stops.push(...[$chats, $likes, $liked].map((store) => store.listen(() => undefined)));
});
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  endSession();
});

test('AU2 E11: conversations, likes, presses, cards and the profile of one member are gone when another logs in', async () => {
  await page.open();
  await openMember(page.other.id);
  await Promise.all([loadChats(), loadLikes()]);
  const shown = $member.get();
  if (shown.state !== 'ready') throw new Error(shown.state);
  rememberCard(shown.member);
  savePendingLike(shown.member, true, false);
  expect([$chats, $conversation, $likes].map((store) => store.get().state)).toEqual(['ready', 'ready', 'ready']);
  page.me = { ...page.me, cookie: (await page.server.member()).cookie };
  dispatchLive({ type: 'user' });
  await eventually(() => expect(visited).toEqual(['/login']));
  expect([$chats.get(), $likes.get()]).toEqual([{ state: 'loading' }, { state: 'loading' }]);
  for (const store of [$conversation, $member]) expect(store.get()).toEqual({ state: 'loading', card: null });
  expect($liked.get().size).toBe(0);
  void openMember(page.other.id);
  expect($member.get()).toEqual({ state: 'loading', card: null });
});
