// Refused messages: what returns to the field, what stays, and where it is told, against the real server.
import { beforeEach, expect, test, vi } from 'vitest';
import { openConversation } from '#stores/conversation';
import { $draft, $refusal, $unsent, closeOutbox, retrySending, send, sendGift, updateDraft } from '#stores/outbox';
import { $toasts, closeToast } from '#stores/toasts';
import { chatPage, settled } from '#tests/support/chat-page';
import { eventually } from '#tests/support/eventually';
import { siteAt } from '#tests/support/server';

vi.mock('#lib/clock', () => import('#tests/support/fake-clock'));
vi.mock('#lib/storage', () => import('#tests/support/fake-storage'));
vi.mock('#lib/live', () => import('#tests/support/fake-live'));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}`, navigateTo: () => undefined }));
vi.mock('#lib/i18n', () => ({ currentLanguage: () => 'en' }));

const page = chatPage();
const toasts = (): string[] => $toasts.get().map(({ code }) => code);
beforeEach(() => $toasts.get().forEach(({ id }) => closeToast(id)));

test('CH23: a refusal that comes after the chat was left is told by a toast, and its text is there again', async () => {
  await page.setCredits(0);
  await page.receive('Come over?');
  await page.open();
  updateDraft('With pleasure');
  send();
  closeOutbox();
  await eventually(() => expect(toasts()).toEqual(['not_enough_credits']));
  await openConversation(null);
  await page.open();
  expect([$draft.get(), $refusal.get()]).toEqual(['With pleasure', null]);
});

test('CH23: a gift behind a refused text stays to be sent; one that was refused itself is told', async () => {
  await page.open();
  updateDraft('x'.repeat(1001));
  send();
  sendGift('daisy', crypto.randomUUID());
  await eventually(() => expect($refusal.get()).toMatchObject({ code: 'message_too_long' }));
  expect($unsent.get()).toMatchObject([{ gift: 'daisy', code: 'message_too_long' }]);
  await page.setCredits(0);
  retrySending();
  await eventually(() => expect($refusal.get()).toMatchObject({ code: 'not_enough_credits', balance: 0 }));
  expect($unsent.get()).toEqual([]);
});

test('CH21: what no other try can send, without the consent, returns to the field and says why', async () => {
  const tenant = siteAt(0).id;
  await page.open();
  await page.server.database.inTenant(tenant, (db) =>
    db
      .updateTable('account')
      .set({ consent_withdrawn_at: page.server.now() })
      .where('tenant', '=', tenant)
      .where('id', '=', page.me.id)
      .execute(),
  );
  updateDraft('Hello');
  send();
  await eventually(() => expect($refusal.get()).toMatchObject({ code: 'consent_required' }));
  await settled();
  expect([$draft.get(), $unsent.get()]).toEqual(['Hello', []]);
});
