// The settings in a browser: privacy, password, address and logins, and the deep links to sections.
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import {
  entered,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  logIn,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { joinByCalls, mailedLink } from '#tests/support/signing-up';

const site = firstSite();
/** Says that it is another browser, so that its login can be told from those of this one. */
const ELSEWHERE = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  extraHTTPHeaders: { 'X-Forwarded-For': '10.140.0.1' },
};
const NEW = 'purple lanterns over water';

test.use({ refusals: true });

for (const language of sampled('settings', ['en', 'pl'], 1))
  test(`AC1 AC2 AC3 AC4 AC5 AC6 AC11 AC22 SH20: a member changes privacy, password and address, and ends other logins, in ${language}`, async ({
    page,
    baseURL,
    browser,
  }) => {
    const home = origin(site, baseURL);
    const t = words(site, language);
    const who = await joinByCalls(page, site, home, language);
    const elsewhere = await (await entered(await browser.newContext(ELSEWHERE))).newPage();
    await logIn(elsewhere, site, home, who, language);
    await logIn(page, site, home, who, language);
    await page.locator('summary.account:visible, summary.bottombar-item:visible').click();
    await page.getByRole('link', { name: t('shell:account_settings') }).click();
    await page.waitForURL(home + pathOf('settings', language));
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
    const logins = section('sessions').getByRole('listitem');
    // Joining and confirming have left logins as well.
    await expect(logins).toHaveCount(4);
    await logins
      .filter({ hasText: 'Firefox' })
      .getByRole('button', { name: t('settings:session_end') })
      .click();
    await expect(logins).toHaveCount(3);
    await elsewhere.waitForURL(/\/login/);
    await logIn(elsewhere, site, home, who, language);
    await section('sessions')
      .getByRole('button', { name: t('settings:sessions_end_all') })
      .click();
    await expect(logins).toHaveCount(1);
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

    await page.goto(`${home + pathOf('settings', language)}#email`);
    const change = async (to: string): Promise<void> => {
      await section('email').getByLabel(t('settings:email_new')).fill(to);
      await section('email').getByLabel(t('settings:email_password'), { exact: true }).fill(NEW);
      await section('email')
        .getByRole('button', { name: t('settings:email_save') })
        .click();
    };
    // A browser takes the first for an address.
    for (const [to, text] of [
      ['anna@example', 'errors:field_email_invalid'],
      [who.email, 'errors:field_email_own'],
      [demoLogins[0]?.email ?? '', 'errors:email_known'],
    ] as const) {
      await change(to);
      await expect(section('email').getByText(t(text))).toBeVisible();
    }
    const mistyped = `nwe-${who.email}`;
    await change(mistyped);
    await expect(section('email').getByText(t('settings:email_sent', { email: mistyped }))).toBeVisible();
    await section('email')
      .getByRole('button', { name: t('settings:email_cancel') })
      .click();
    await expect(section('email').getByText(t('settings:email_cancelled'))).toBeVisible();
    await expect(section('email').getByRole('button', { name: t('settings:email_cancel') })).toHaveCount(0);
    await expectAccessible(page);

    const email = `new-${who.email}`;
    await change(email);
    await expect(section('email').getByText(t('settings:email_sent', { email }))).toBeVisible();
    await expectAccessible(page);
    await page.goto(await mailedLink(page, home, email));
    await page.getByRole('button', { name: t('settings:email_do_action') }).click();
    await expect(page.getByRole('heading', { name: t('settings:email_done_heading') })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${home + pathOf('settings', language)}#email`);
    await expect(section('email').getByText(email, { exact: true })).toBeVisible();
  });

test('AC3: the address that password managers know leads to the password', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  const t = words(site, 'en');
  const who = await joinByCalls(page, site, home, 'en');
  await logIn(page, site, home, who);
  await page.goto(`${home}/.well-known/change-password`);
  await page.waitForURL(`${home}/settings#password`);
  await expect(page.locator('#password').getByRole('button', { name: t('settings:password_save') })).toBeVisible();
  const missing = 'resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await page.goto(`${home}/.well-known/${missing}`))?.status()).toBe(404);
});
