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
import { joinAndLogIn, mailedLink } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');

test.use({ refusals: true });

test('AC8 AC12 AC13 AC14 AC15 AC16 AC17 AC18: a member skips the alternatives, deletes the account, and comes back', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const who = await joinAndLogIn(page, site, home);
  await page.goto(`${home + pathOf('settings')}#delete`);
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
  await page.waitForURL(home + pathOf('account-deleted'));
  await page.goto(home + pathOf('login'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill(who.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  const [before = '', after = ''] = t('errors:email_deleting', { until: '|' }).split('|');
  const refused = page.getByRole('alert').filter({ hasText: before });
  await expect(refused).toContainText(after);
  await expect(refused).toContainText(/\d{4}/);
  await page.goto(await mailedLink(page, home, who.email, pathOf('account-reactivate')));
  await expectAccessible(page);
  await page.getByRole('button', { name: t('leaving:keep') }).click();
  await expect(page.getByRole('heading', { name: t('leaving:kept_heading') })).toBeVisible();
  await logIn(page, site, home, who);
});
