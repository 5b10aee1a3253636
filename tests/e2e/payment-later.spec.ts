// A payment confirmed later by the bank: nothing is credited before, the draft is kept, and then the credits arrive by
// themselves.
import type { Page } from '@playwright/test';
import { webhookPath } from '#contract/credits';
import { pathOf } from '#domain/routes';
import { SANDBOX_SECRET } from '#server/config/index';
import { apiToken, sign } from '#server/payments/signature';
import { expect, firstSite, origin, test, words } from '#tests/support/browser';
import { decide, expectDraftWaits, openOrder, order } from '#tests/support/paying';
import { confirm, join, expectSoundPage, newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const DRAFT = 'The message that waits for the bank.';

test.use({ mayMoveBecause: 'The conversation behind the payment shows the credits as they come.' });

interface Payment {
  readonly ref: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}
/** The payment of the provider's open page. */
async function paymentOn(page: Page): Promise<Payment> {
  const { origin: provider, pathname } = new URL(page.url());
  const authorization = `Bearer ${apiToken(SANDBOX_SECRET)}`;
  const answer = await fetch(provider + pathname.replace('/pay/', '/payments/'), { headers: { authorization } });
  return (await answer.json()) as Payment;
}

/**
 * The provider reports that the bank confirms later. The sandbox's own delay of some seconds would be over before a
 * slow machine has looked. Sent by a page of the site, which knows the host.
 */
async function reportPending(page: Page, { ref, reference, amount, currency }: Payment): Promise<void> {
  const body = JSON.stringify({ event: `evt_${ref}`, kind: 'pending', ref, reference, amount, currency });
  const headers = sign(SANDBOX_SECRET, site.id, Buffer.from(body), new Date());
  const status = await page.evaluate(
    async ([path, request]) => (await fetch(path, { method: 'POST', ...request })).status,
    [webhookPath.replace(':provider', 'sandbox'), { body, headers }] as const,
  );
  expect(status).toBe(204);
}

test('CR11 CR14 CR20: a payment confirmed later is credited when it is confirmed, and not before', async ({
  page,
  baseURL,
  browser,
  context,
}) => {
  const home = origin(site, baseURL);
  const other = await newMember(browser, site, home, newcomer());
  const partner = await ownId(other);
  const who = newcomer();
  await join(page, site, 'en', home, who);
  await confirm(context, site, 'en', home, who.email);
  const chat = home + pathOf('members-id-chat', 'en', { id: partner });
  const field = page.getByRole('textbox', { name: t('chats:message') });

  await page.goto(chat);
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await write(page, site, 'en', text);
  await field.fill(DRAFT);
  await expectDraftWaits(page, t, DRAFT);

  const meanwhile = await context.newPage();
  await meanwhile.goto(chat);
  await expectDraftWaits(meanwhile, t, DRAFT);
  await order(page, t, await openOrder(page, t));
  const checkout = page.url();
  const payment = await paymentOn(page);
  await reportPending(meanwhile, payment);
  await page.goto(home + pathOf('transactions-id', 'en', { id: payment.reference }));
  await expect(page.getByRole('heading', { name: t('credits:pending_heading') })).toBeVisible();
  await expect(page.getByText(t('credits:pending_text'))).toBeVisible();
  await expectDraftWaits(meanwhile, t, DRAFT);
  await expect(page.getByRole('heading', { name: t('credits:pending_heading') })).toBeVisible();

  const bank = await context.newPage();
  await bank.goto(checkout);
  await decide(bank, 'pay');
  await bank.close();
  await expect(page.getByRole('heading', { name: t('credits:paid_heading', { count: 6 }) })).toBeVisible();
  await expect(page.getByText(t('credits:paid_premium'))).toBeVisible();
  await expect(meanwhile.locator('.chat-balance')).toHaveText('6');
  await expect(meanwhile.getByRole('heading', { name: t('chats:out_heading') })).toHaveCount(0);
  await meanwhile.close();
  await expectSoundPage(page);

  await page.getByRole('link', { name: t('credits:to_message') }).click();
  await expect(field).toHaveValue(DRAFT);
  await page.locator('.composer-send').click();
  await expect(page.locator('.msg-sent').getByText(DRAFT)).toHaveCount(1);
  await other.goto(home + pathOf('chats'));
  await expect(other.getByText(DRAFT)).toBeVisible();
  await page.goto(home + pathOf('transactions-id'));
  await expect(page.locator('.halves > section').first().locator('.tag')).toHaveText([t('credits:status_paid')]);
  await expect(page.locator('.halves > section').last().locator('.number')).toHaveText([
    '−1',
    '+6',
    '−1',
    '−1',
    '−1',
    '−1',
    '+4',
  ]);
});
