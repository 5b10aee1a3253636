// The credits of an unconfirmed member, some of which are promised to messages that are kept back, against the real server.
import { beforeEach, expect, test, vi } from 'vitest';
import { createMessageDeletion } from '#stores/chat-deletion';
import { readyConversation } from '#stores/conversation';
import { dispatchLive } from '#stores/live';
import { $draft, $refusal, send, updateDraft } from '#stores/outbox';
import { $user, loadUser } from '#stores/session';
import { $spendable } from '#stores/spendable';
import { chatPage, settled, texts } from '#tests/support/chat-page';
import { sent } from '#tests/support/chats';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
$spendable.listen(() => undefined);
beforeEach(async () => {
  page.me = await page.server.member({ gender: 'female', country: 'NL', credits: 4, status: 'not_confirmed' });
  $user.set(undefined);
  await loadUser();
});

async function write(text: string): Promise<void> {
  updateDraft(text);
  send();
  await settled();
}

test('SG28 SG29 CH23: each message that is kept back leaves fewer, and the fifth is refused with what is left', async () => {
  await page.open();
  for (const left of [3, 2, 1, 0]) {
    await write(`With ${left} left`);
    await eventually(() => expect($spendable.get()).toBe(left));
  }
  expect($user.get()).toMatchObject({ credits: 4, held_credits: 4 });
  await write('The fifth');
  await eventually(() =>
    expect($refusal.get()).toEqual({ code: 'not_enough_credits', needed: 1, balance: 0, limit: null }),
  );
  expect([$draft.get(), texts()]).toHaveLength(2);
  expect([$draft.get(), texts().length]).toEqual(['The fifth', 4]);
});

test('SG29 CH14: one that is deleted gives its credits back, and one of another device takes them', async () => {
  await page.open();
  await write('Hello');
  await eventually(() => expect($spendable.get()).toBe(3));
  const client_id = readyConversation()?.messages[0]?.client_id ?? '';
  await createMessageDeletion().submit({ client_id, scope: 'me' });
  await eventually(() => expect($spendable.get()).toBe(4));
  const { conversation } = await sent(page.server, page.me, { profile: page.other.id, text: 'From my phone' });
  dispatchLive({ type: 'message', conversation, seq: 0 });
  await eventually(() => expect($spendable.get()).toBe(3));
});

test('CH33: a confirmed member has all credits for any message', async () => {
  page.me = await page.server.member({ gender: 'female', country: 'NL', credits: 4 });
  $user.set(undefined);
  await loadUser();
  expect([$spendable.get(), $user.get()?.held_credits]).toEqual([4, undefined]);
});
