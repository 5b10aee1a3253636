// Repeating an order with the kept card: the dialog shows card and total, and a declined card leads to another try or to PayPal.
import { pathOf } from '#domain/routes';
import { expect, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { decide } from '#tests/support/paying';
import { joinAndLogIn } from '#tests/support/signing-up';
import { expectSoundPage } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test('CR4 CR5 CR12 CR17: an order is repeated with the kept card, which is declined, and PayPal is one press away', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('credits-repeat-order'));
  await expect(page.getByRole('heading', { name: t('credits:repeat_empty_heading') })).toBeVisible();
  // The card of the sandbox that pays once.
  await page.goto(home + pathOf('credits-id-paymentmethod', 'en', { id: '15', paymentmethod: 'creditcard' }));
  await page.getByRole('switch', { name: t('credits:card_remember') }).check();
  await expectSoundPage(page);
  await page.getByRole('button', { name: t('credits:order'), exact: true }).click();
  await expect(page.getByText(t('sandbox:banner'))).toBeVisible();
  await decide(page, 'pay');
  await expect(page.getByRole('heading', { name: t('credits:paid_heading', { count: 15 }) })).toBeVisible();
  await page.goto(home + pathOf('credits'));
  await page.getByRole('link', { name: t('credits:repeat') }).click();
  await expect(page.getByText('Visa •••• 0002')).toBeVisible();
  await expectSoundPage(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: t('credits:card_check') }).click();
  const dialog = page.getByRole('dialog', { name: t('credits:order_heading') });
  await expect(dialog.getByText('Visa •••• 0002')).toBeVisible();
  await expect(dialog.locator('.sums-total dd')).toBeVisible();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: t('credits:order'), exact: true }).click();
  await page.waitForURL(/\/transactions\//);
  await expect(page.getByText(t('credits:card_declined', { card: 'Visa •••• 0002' }))).toBeVisible();
  await expect(page.getByRole('link', { name: t('credits:card_retry') })).toHaveAttribute('href', /repeat-order$/);
  await expectSoundPage(page);
  await page.getByRole('link', { name: t('credits:card_paypal') }).click();
  await page.waitForURL(/\/credits\/15\/paypal$/);
  await page.goto(home + pathOf('credits-repeat-order'));
  await page.getByRole('button', { name: t('credits:card_forget') }).click();
  await expect(page.getByText('Visa •••• 0002')).toHaveCount(0);
});
