// Consents in a browser: new terms ask over every page but the settings, and a withdrawn consent is given again.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { joinAndLogIn } from '#tests/support/signing-up';
import { makeTermsDue } from '#tests/support/terms-due';

const site = firstSite();

test.use({ refusals: true });

for (const language of sampled('consent', ['en', 'pl'], 1))
  test(`SG31: a member withdraws the consent, is told what follows, and gives it again, in ${language} @desktop`, async ({
    page,
    baseURL,
  }) => {
    const t = words(site, language);
    const home = origin(site, baseURL);
    await joinAndLogIn(page, site, home, language);
    await page.goto(`${home + pathOf('settings', language)}#consents`);
    const section = page.locator('#consents');
    const withdraw = t('settings:consent_withdraw');
    await section.getByRole('button', { name: withdraw }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(t('settings:consent_withdraw_text'))).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: t('settings:consent_keep') }).click();
    await expect(section.getByRole('button', { name: withdraw })).toBeVisible();
    await section.getByRole('button', { name: withdraw }).click();
    await dialog.getByRole('button', { name: withdraw }).click();
    const banner = page.getByText(t('shell:banner_no_consent'));
    await expect(banner).toBeVisible();
    // The bar above hides part of a row in the middle of the page.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.goto(home + pathOf('members', language));
    await expect(page.getByText(t('errors:consent_required'))).toBeVisible();
    await page.getByRole('link', { name: t('shell:banner_no_consent_action') }).click();
    await section.getByRole('button', { name: t('settings:consent_give') }).click();
    await expect(banner.filter({ visible: true })).toHaveCount(0);
    await expect(section.getByRole('button', { name: withdraw })).toBeVisible();
  });

test('AC24 DB23: new terms ask over a page until they are accepted, but not in the settings @desktop', async ({
  page,
  baseURL,
}) => {
  const t = words(site, 'en');
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  const areTermsDue = await makeTermsDue(page);
  await page.goto(home + pathOf('likes'));
  const dialog = page.getByRole('dialog', { name: t('shell:terms_heading') });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('link', { name: t('shell:terms_decline') }).click();
  await page.waitForURL(home + pathOf('settings'));
  await expect(dialog).toBeHidden();
  await page.goBack();
  await dialog.getByRole('button', { name: t('shell:terms_accept') }).click();
  await expect(dialog).toBeHidden();
  expect(areTermsDue()).toBe(false);
});

test('SH19: the language menu is everywhere but on the page after the signup @desktop', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('likes'));
  const menu = page.locator('.topbar .language-menu');
  await expect(menu).toBeVisible();
  await page.goto(home + pathOf('complete-signup'));
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(menu).toBeHidden();
});
