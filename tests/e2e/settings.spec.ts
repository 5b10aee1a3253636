// The settings in a browser: privacy, password, address and logins, and the deep links to sections.
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  logIn,
  newDevice,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { joinByCalls, mailedLink } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');
const NEW = 'purple lanterns over water';

test.use({ refusals: true });

test('AC1 AC2 AC3 AC4 AC5 AC6 AC11 AC22 SH20: a member changes privacy, password and address, and ends another login', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const who = await joinByCalls(page, site, home, 'en');
  const elsewhere = await (await newDevice(browser)).newPage();
  await logIn(elsewhere, site, home, who);
  await logIn(page, site, home, who);
  await page.locator('summary.account:visible, summary.bottombar-item:visible').click();
  await page.getByRole('link', { name: t('shell:account_settings') }).click();
  await page.waitForURL(home + pathOf('settings'));
  const section = (id: string) => page.locator(`#${id}`);
  const open = (id: string) => section(id).getByRole('button').first().click();

  await open('privacy');
  const invisible = section('privacy').getByRole('switch').first();
  await invisible.check();
  await page.reload();
  await open('privacy');
  await expect(invisible).toBeChecked();
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await open('sessions');
  // Joining and confirming have left logins as well.
  await expect(section('sessions').getByRole('listitem')).toHaveCount(4);
  await section('sessions')
    .getByRole('button', { name: t('settings:sessions_end_all') })
    .click();
  await expect(section('sessions').getByRole('listitem')).toHaveCount(1);
  await elsewhere.waitForURL(/\/login/);
  await expectAccessible(page);

  await open('password');
  const field = (name: string) => section('password').locator(`input[name=${name}]`);
  // For password managers, which keep the new password with it.
  await expect(field('username')).toHaveValue(who.email);
  await expect(field('username')).toHaveAttribute('autocomplete', 'username');
  const save = section('password').getByRole('button', { name: t('settings:password_save') });
  for (const [name, text] of Object.entries({ old: 'wrong password', password: NEW, password_again: NEW }))
    await field(name).fill(text);
  await save.click();
  await expect(section('password').getByText(t('errors:field_password_old_wrong'))).toBeVisible();
  await field('old').fill(who.password);
  await save.click();
  await expect(section('password').getByText(t('settings:password_saved'))).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${home + pathOf('settings')}#email`);
  const mistyped = `nwe-${who.email}`;
  await section('email').getByLabel(t('settings:email_new')).fill(mistyped);
  await section('email').getByLabel(t('settings:email_password'), { exact: true }).fill(NEW);
  await section('email')
    .getByRole('button', { name: t('settings:email_save') })
    .click();
  await expect(section('email').getByText(t('settings:email_sent', { email: mistyped }))).toBeVisible();
  await section('email')
    .getByRole('button', { name: t('settings:email_cancel') })
    .click();
  await expect(section('email').getByText(t('settings:email_cancelled'))).toBeVisible();
  await expect(section('email').getByRole('button', { name: t('settings:email_cancel') })).toHaveCount(0);
  await expectAccessible(page);

  const email = `new-${who.email}`;
  await section('email').getByLabel(t('settings:email_new')).fill(email);
  await section('email').getByLabel(t('settings:email_password'), { exact: true }).fill(NEW);
  await section('email')
    .getByRole('button', { name: t('settings:email_save') })
    .click();
  await expect(section('email').getByText(t('settings:email_sent', { email }))).toBeVisible();
  await expectAccessible(page);
  await page.goto(await mailedLink(page, home, email));
  await page.getByRole('button', { name: t('settings:email_do_action') }).click();
  await expect(page.getByRole('heading', { name: t('settings:email_done_heading') })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${home + pathOf('settings')}#email`);
  await expect(section('email').getByText(email, { exact: true })).toBeVisible();
});

test('AC3: the address that password managers know leads to the password', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const who = await joinByCalls(page, site, home, 'en');
  await logIn(page, site, home, who);
  await page.goto(`${home}/.well-known/change-password`);
  await page.waitForURL(`${home}/settings#password`);
  await expect(page.locator('#password').getByRole('button', { name: t('settings:password_save') })).toBeVisible();
  const missing = 'resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await page.goto(`${home}/.well-known/${missing}`))?.status()).toBe(404);
});
