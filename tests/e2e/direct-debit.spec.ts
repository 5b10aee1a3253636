// Paying by direct debit: details and mandate, a wrong code, the code of the text message, and credits once the bank has paid.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test, words } from '#tests/support/browser';
import { someAccount, someIban, someNumber } from '#tests/support/debit';
import { joinAndLogIn } from '#tests/support/signing-up';
import { expectSoundPage } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
test.use({ refusals: true });

/** Waits for the newest text message to a number, in another tab. */
async function textedCode(page: Page, home: string, phone: string): Promise<string> {
  const tab = await page.context().newPage();
  const message = tab
    .getByRole('row')
    .filter({ hasText: phone.slice(1) })
    .first();
  await expect(async () => {
    await tab.goto(`${home}/dev/sms`);
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
  const code = /\d{6}(?= is your)/.exec((await message.textContent()) ?? '')?.[0] ?? '';
  await tab.close();
  return code;
}

test('CR48 CR49 CR50 CR51 CR53 SH30: an order is paid by direct debit, with a code that is texted', async ({
  page,
  baseURL,
  watch,
}) => {
  const home = origin(site, baseURL);
  const [phone, iban] = [someNumber(), someIban()];
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('credits-id-paymentmethod', 'en', { id: '15', paymentmethod: 'sdd' }));
  await page.getByRole('link', { name: t('credits:debit_continue') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('debit:heading'));
  await expect(page.getByText(site.company.creditor_id ?? '')).toBeVisible();
  await expectSoundPage(page);
  for (const name of ['holder', 'street', 'postcode', 'city'] as const)
    await page.getByLabel(t(`debit:${name}`), { exact: true }).fill(someAccount[name]);
  await page.getByLabel(t('debit:iban'), { exact: true }).fill('NL92 ABNA 0417 1643 00');
  await page.getByLabel(t('debit:phone'), { exact: true }).fill(phone);
  await page.getByRole('checkbox', { name: t('debit:consent') }).check();
  // Without the script of these rules the server checks the details, and what was typed stays.
  await page.route('**/_astro/iban.*', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: t('debit:send') }).click();
  await expect(page.getByText(t('errors:field_iban_invalid'))).toBeVisible();
  expect(watch.errors.splice(0).filter((each) => !each.includes('ERR_CONNECTION_RESET'))).toEqual([]);
  await expect(page.getByLabel(t('debit:holder'), { exact: true })).toHaveValue(someAccount.holder);
  await expectSoundPage(page);
  await page.getByLabel(t('debit:iban'), { exact: true }).fill(iban);
  await page.getByRole('button', { name: t('debit:send') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('debit:code_heading'));
  const code = await textedCode(page, home, phone);
  const field = page.getByLabel(t('debit:code'), { exact: true });
  const order = page.getByRole('button', { name: t('credits:order'), exact: true });
  await expect(page.getByText(`•••• ${iban.slice(-4)}`)).toBeVisible();
  await expectSoundPage(page);
  await field.fill(code === '000000' ? '000001' : '000000');
  await order.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(code);
  await order.click();
  await page.waitForURL(/\/transactions\//);
  await expect(page.getByRole('heading', { name: t('credits:paid_heading', { count: 15 }) })).toBeVisible({
    // The bank pays later, and a report of it that is lost is only asked for after a minute.
    timeout: 180_000,
  });
  await expectSoundPage(page);
});
