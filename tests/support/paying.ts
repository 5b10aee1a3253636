// The way from a message without credits to the payment provider's page and back, as a member takes it.
import type { Page } from '@playwright/test';
import type { Translate } from '#i18n/translator';
import { expect } from './browser.ts';

/** The payer's choices on the provider's page; the first three end without payment. */
type Decision = 'cancel' | 'fail' | 'expire' | 'pay';
const UNPAID = { cancel: 'cancelled', fail: 'failed', expire: 'expired' } as const;

/** In the conversation: no credit left, the text still in its field, and the link to the packages. */
export async function expectDraftWaits(page: Page, t: Translate, draft: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: t('chats:message') })).toHaveValue(draft);
  await expect(page.getByRole('heading', { name: t('chats:out_heading') })).toBeVisible();
  await expect(page.locator('.chat-balance')).toHaveText('0');
}

/** From the conversation over the packages to the order; answers the total. */
export async function openOrder(page: Page, t: Translate): Promise<string> {
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(t('chats:packages')) })
    .click();
  await page.waitForURL(/\/credits\?for=/);
  await expect(page.getByText(t('credits:draft_kept'))).toBeVisible();
  await expect(page.getByText(t('credits:balance', { count: 0 }), { exact: true })).toBeVisible();
  const listed = await page.locator('label:has(input:checked) .pack-price').textContent();
  await page.locator('.panel a.btn-primary').click();
  await page.waitForURL(/\/credits\/[^?]+/);
  await expect(page.getByRole('heading', { name: t('credits:order_heading') })).toBeVisible();
  await expect(page.locator('.sums dd').first()).toHaveText(listed ?? 'a price in the list');
  // With the time bonus of a new member.
  return (await page.locator('.sums-total dd').textContent()) ?? '';
}

/** Presses the button that orders for that price, and waits for the provider's page, which shows the same one. */
export async function order(page: Page, t: Translate, price: string): Promise<void> {
  await page.getByRole('button', { name: t('credits:order'), exact: true }).click();
  await expect(page.getByText(t('sandbox:banner'))).toBeVisible();
  await expect(page.locator('.sum dd')).toHaveText(price);
}

/** Chooses on the provider's page and returns to the site. */
export async function decide(page: Page, decision: Decision): Promise<void> {
  const bank = page.getByRole('radio').first();
  if (decision === 'pay' && (await bank.count()) > 0) await bank.check();
  await page.locator(`button[value=${decision}]`).click();
  await page.waitForURL(/\/transactions\//);
}

/** The member's view of a failed payment. */
export async function expectUnpaid(page: Page, t: Translate, decision: keyof typeof UNPAID): Promise<void> {
  await expect(page.getByRole('heading', { name: t(`credits:${UNPAID[decision]}_heading`) })).toBeVisible();
  await expect(page.getByText(t('credits:unpaid_text'))).toBeVisible();
  await expect(page.getByText(t('credits:draft_safe'))).toBeVisible();
}
