// What members do with their own payments: finish or cancel one that was left on the payment page, and withdraw from a purchase.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { decide, order } from '#tests/support/paying';
import { newcomer, newMember } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test.use({ mayMoveBecause: 'A refund that is reported is shown with its purchase.' });

/** From the packages to the provider's page. */
async function orderDefault(page: Page, home: string): Promise<void> {
  await page.goto(home + pathOf('credits'));
  await page.locator('.panel a.btn-primary').click();
  await page.waitForURL(/\/credits\/[^?]+/);
  await expect(page.getByRole('heading', { name: t('credits:order_heading') })).toBeVisible();
  await order(page, t, (await page.locator('.sums-total dd').textContent()) ?? '');
}

/** Opens the latest payment from the history, which says how it stands. */
async function openLatest(page: Page, home: string, status: string): Promise<void> {
  await page.goto(home + pathOf('transactions-id'));
  const latest = page.locator('.halves > section').first().locator('a.entry').first();
  await expect(latest.locator('.tag')).toHaveText(t(`credits:status_${status}`));
  await latest.click();
}

test('CR14 CR15 CR54 DE93: an order left on the payment page is finished or cancelled, and a purchase is withdrawn from', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  await orderDefault(page, home);
  const checkout = page.url();

  await openLatest(page, home, 'created');
  await expect(page.getByRole('heading', { name: t('credits:created_heading') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('credits:finish') })).toHaveAttribute('href', checkout);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: t('credits:cancel') }).click();
  await expect(page.getByRole('heading', { name: t('credits:cancelled_heading') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('credits:finish') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('credits:cancel') })).toHaveCount(0);

  await orderDefault(page, home);
  await openLatest(page, home, 'created');
  await page.getByRole('link', { name: t('credits:finish') }).click();
  await decide(page, 'pay');
  await expect(page.getByRole('heading', { name: /yours$/ })).toBeVisible();
  await page.goto(home + pathOf('transactions-id'));
  await expect(page.locator('.halves > section').first().locator('.tag')).toHaveText([
    t('credits:status_paid'),
    t('credits:status_cancelled'),
  ]);

  await page.getByRole('link', { name: t('credits:withdraw_here') }).click();
  await page.getByRole('button', { name: t('credits:withdraw_here') }).click();
  const dialog = page.getByRole('dialog', { name: t('credits:withdraw_here') });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('credits:withdraw_confirm') }).click();
  const done = page.getByRole('status').filter({ hasText: t('credits:withdraw_done').split('{{')[0] ?? '' });
  await expect(done).toBeVisible();
  await expect(page.getByRole('button', { name: t('credits:withdraw_here') })).toHaveCount(0);
  // Offered once the refund has been reported.
  const correction = page.getByRole('link', { name: t('credits:correction') });
  const downloading = page.waitForEvent('download');
  await correction.click();
  expect((await downloading).suggestedFilename()).toMatch(/^invoice-correction-\d+-C\d{6}\.pdf$/);
});
