// What an open tab does when a push message arrives, against the real server: it fetches what the push may tell of.
import { afterEach, expect, test, vi } from 'vitest';
import { findChat } from '#stores/chats';
import { $user, endSession, startSession } from '#stores/session';
import { answered, chatPage } from '#tests/support/chat-page';
import { pass } from '#tests/support/fake-clock';
import { browser } from '#tests/support/fake-push';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/push', () => import('#tests/support/fake-push'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
afterEach(() => endSession());

const MESSAGE = {
  title: 'Brand',
  body: 'There’s something new for you',
  lang: 'en',
  tag: 'news',
  icon: 'https://brand.example/icon-192.png',
  navigate: 'https://brand.example/chats',
  app_badge: '1',
  data: { id: '1 1' },
};

test('AU7 CH6: a push brings the new message and the user as they are now, without the live connection', async () => {
  endSession();
  startSession();
  await eventually(() => expect($user.get()?.id).toBe(page.me.id));
  // The first poll.
  pass(5_000);
  await answered(page);
  const conversation = await page.receive('Hello');
  await page.server.database.inTenant(1, (db) =>
    db.updateTable('account').set({ paid_user: true }).where('id', '=', page.me.id).execute(),
  );
  await answered(page);
  expect([findChat(conversation), $user.get()?.paid_user]).toEqual([null, false]);
  browser.receive(MESSAGE);
  // News that comes together is fetched once.
  pass(150);
  await eventually(() => expect(findChat(conversation)?.num_unread_messages).toBe(1));
  await eventually(() => expect($user.get()?.paid_user).toBe(true));
});
