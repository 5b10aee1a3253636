// What a member reads about a payment that the bank took back, or that a message waited for, as static markup with keys for texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Payment } from '#contract/credits';
import { $user } from '#stores/session';
import { PaymentOutcome } from '../../src/features/credits/PaymentOutcome.tsx';
import { statusName } from '../../src/features/credits/payment-status.ts';

const { chat } = vi.hoisted(() => ({ chat: { partner: null as string | null, draft: '' } }));
vi.mock('#stores/drafts', () => ({ readDraft: () => ({ text: chat.draft }) }));
vi.mock('#stores/payment-partner', () => ({ partnerOf: () => chat.partner }));
vi.mock('#lib/paths', () => ({ linkTo: (name: string) => `/${name}` }));
vi.mock('#stores/session', async () => {
  const { atom } = await import('nanostores');
  return { $user: atom({}) };
});
vi.mock('#stores/site-settings', async () => {
  const { atom } = await import('nanostores');
  return { $siteSettings: atom({ support_email: 'help@plain.test' }) };
});
vi.mock('#lib/i18n', () => ({
  t: (key: string, variables: object = {}) => [key, ...Object.values(variables)].join(' '),
  formatMoney: ({ amount }: { amount: number }) => String(amount),
}));

const payment = (changes: Partial<Payment> = {}): Payment => ({
  ...{ payment_id: 'p', credits: 15, package: '15', payment_method: 'sdd', payment_country: 'NL', discount_code: null },
  ...{ price: { amount: 2199, currency: 'EUR' }, returned: { amount: 2199, currency: 'EUR' }, vat: 21, card: null },
  ...{ status: 'chargeback', created: '2026-01-01T00:00:00.000Z', withdraw_until: null, withdrawn: null },
  ...{ corrected: true, checkout: null, ...changes },
});
const shown = (changes: Partial<Payment> = {}, paid_user = false): string => {
  $user.set({ credits: 0, paid_user } as never);
  return renderToStaticMarkup(createElement(PaymentOutcome, { payment: payment(changes) }));
};

test('CR51: a debit that the bank returned says so, and what became of credits and Premium', () => {
  const returned = shown();
  for (const key of ['debit_returned_heading', 'chargeback_credits', 'chargeback_premium', 'chargeback_text'])
    expect(returned).toContain(`credits:${key}`);
  expect(returned).not.toContain('credits:chargeback_heading');
  expect(returned).not.toContain('credits:finish');
  expect(statusName(payment())).toBe('credits:status_debit_returned');
});

test('CR51: who paid for another package stays Premium; a card payment keeps its own words', () => {
  expect(shown({}, true)).toContain('credits:paid_premium');
  expect(shown({}, true)).not.toContain('credits:chargeback_premium');
  expect(shown({ payment_method: 'visa' })).toContain('credits:chargeback_heading');
  expect(statusName(payment({ payment_method: 'visa' }))).toBe('credits:status_chargeback');
});

test('CH23: a payment from a chat says that the message waits only while it does', () => {
  onTestFinished(() => void Object.assign(chat, { partner: null, draft: '' }));
  const [waits, safe] = ['credits:message_waits', 'credits:draft_safe'];
  Object.assign(chat, { partner: 'anna', draft: 'Good evening' });
  expect(shown({ status: 'paid' })).toContain(waits);
  expect(shown({ status: 'failed' })).toContain(safe);
  // Sent, so that its draft is empty.
  chat.draft = '';
  expect(shown({ status: 'paid' })).not.toContain(waits);
  expect(shown({ status: 'failed' })).not.toContain(safe);
  // The draft of a chat from which nothing was paid.
  Object.assign(chat, { partner: null, draft: 'Good evening' });
  expect(shown({ status: 'paid' })).not.toContain(waits);
});
