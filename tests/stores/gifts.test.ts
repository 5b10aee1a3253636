// Sending gifts, as the dialog does it, against the real server.
import { expect, test, vi } from 'vitest';
import { readyConversation } from '#stores/conversation';
import { $draft, $refusal, $unsent, retrySending, sendGift, updateDraft } from '#stores/outbox';
import { $user } from '#stores/session';
import { chatPage, settled } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const given = (): (string | undefined)[] => readyConversation()?.messages.map(({ gift }) => gift) ?? [];

test('CH31: a gift whose button is pressed twice is shown at once, sent once and paid once', async () => {
  await page.open();
  const id = crypto.randomUUID();
  sendGift('crane', id);
  sendGift('crane', id);
  expect($unsent.get()).toMatchObject([{ gift: 'crane', code: null }]);
  await eventually(() => expect(given()).toEqual(['crane']));
  await settled();
  expect([$user.get()?.credits, page.calls.filter((call) => call === 'POST /api/message.php').length]).toEqual([3, 1]);
});

test('CH31 CH36: a gift whose answers are lost is retried as the same one and paid once', async () => {
  await page.open();
  page.lost = 6;
  sendGift('tea', crypto.randomUUID());
  await eventually(() => expect($unsent.get()[0]?.code).not.toBe(null));
  retrySending();
  await eventually(() => expect(given()).toEqual(['tea']));
  await settled();
  expect($user.get()?.credits).toBe(4);
});

test('CH31 CH23: a gift that is not paid for is gone, and the draft stays as it was', async () => {
  await page.open();
  updateDraft('About last night');
  sendGift('balloon', crypto.randomUUID());
  await eventually(() => expect($refusal.get()).toMatchObject({ code: 'not_enough_credits', needed: 10 }));
  expect([$draft.get(), $unsent.get(), $user.get()?.credits]).toEqual(['About last night', [], 5]);
});
