// Deleting the account in a browser, and coming back by the mailed link.
import { pathOf } from '#domain/routes';
import {
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
import { fillSignup, joinAndLogIn, mailedLink, sendSignup } from '#tests/support/signing-up';

const site = firstSite();

test.use({ refusals: true });

for (const language of sampled('leaving', ['en', 'pl'], 1))
  test(`AC8 AC12 AC13 AC14 AC15 AC16 AC17 AC18 SG21: a member skips the alternatives, deletes the account, and comes back, in ${language}`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    const t = words(site, language);
    const who = await joinAndLogIn(page, site, home, language);
    await page.goto(`${home + pathOf('settings', language)}#delete`);
    const section = page.locator('#delete');
    await expect(section.getByRole('link', { name: t('leaving:alternative_email') })).toBeVisible();
    await expect(section.getByRole('link', { name: t('leaving:alternative_invisible') })).toBeVisible();
    await expect(section.getByText(t('leaving:alternative_tryout_text'))).toBeVisible();
    await section.getByRole('button', { name: t('leaving:discount_take') }).click();
    await expect(section.getByText(/STAY-[0-9A-F]{8}/)).toBeVisible();
    await expectAccessible(page);
    await section.getByRole('button', { name: t('leaving:skip') }).click();
    await section.getByText(t('leaving:reason_found_someone')).click();
    await section.getByLabel(t('leaving:remarks')).fill('All the best to you.');
    const password = section.getByLabel(t('leaving:password'), { exact: true });
    await password.fill('wrong password');
    await section.getByRole('button', { name: t('leaving:confirm') }).click();
    await expect(section.getByText(t('errors:field_password_old_wrong'))).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await password.fill(who.password);
    await section.getByRole('button', { name: t('leaving:confirm') }).click();
    await page.waitForURL(home + pathOf('account-deleted', language));
    const email = page.getByLabel(t('auth:email'), { exact: true });
    const [before = '', after = ''] = t('errors:email_deleting', { until: '|' }).split('|');
    const refused = page.getByRole('alert').filter({ hasText: before });
    const expectRefused = async (): Promise<void> => {
      await expect(refused).toContainText(after);
      await expect(refused).toContainText(/\d{4}/);
    };
    await page.goto(home + pathOf('login', language));
    await email.fill(who.email);
    await page.getByLabel(t('auth:password'), { exact: true }).fill(who.password);
    await page.keyboard.press('Enter');
    await expectRefused();
    await page.goto(home + pathOf('reset-password', language));
    await email.fill(who.email);
    await page.keyboard.press('Enter');
    await expectRefused();
    await page.goto(home + pathOf('signup', language));
    await fillSignup(page, site, language, who);
    await sendSignup(page, site, language);
    await expectRefused();
    await page.goto(await mailedLink(page, home, who.email, pathOf('account-reactivate', language)));
    await expectAccessible(page);
    await page.getByRole('button', { name: t('leaving:keep') }).click();
    await expect(page.getByRole('heading', { name: t('leaving:kept_heading') })).toBeVisible();
    await logIn(page, site, home, who, language);
  });
