// Members who fit, shown while a new member waits for the mail that confirms the address.
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  sampledScreen,
  test,
  words,
} from '#tests/support/browser';
import { fillSignup, newVisitor, sendSignup, skipSteps } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');
/** Where seeded members are many. */
const COUNTRY = 'NL';

test(
  'SG5: the end of the signup leads to the members who fit, and one of them is opened, and back to what is left',
  { tag: sampledScreen('signup matches') },
  async ({ page, baseURL }) => {
    const home = origin(site, baseURL);
    await page.goto(home + pathOf('signup'));
    await fillSignup(page, site, 'en', newVisitor({ country: COUNTRY }));
    await sendSignup(page, site, 'en');
    await page.waitForURL(home + pathOf('complete-signup'));
    await skipSteps(page, site, 'en');
    await page.getByRole('link', { name: t('shell:title_signup-matches') }).click();
    await page.waitForURL(home + pathOf('signup-matches'));
    await expect(page.getByRole('heading', { level: 1, name: t('finder:signup_heading') })).toBeVisible();
    const first = page.locator('a.card-person').first();
    await expect(first).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    const href = (await first.getAttribute('href')) ?? '';
    await first.press('Enter');
    await page.waitForURL(home + href);
    await page.goBack();
    await page.getByRole('link', { name: t('finder:go_on') }).press('Enter');
    await page.waitForURL(home + pathOf('complete-signup'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:step_heading'));
  },
);
