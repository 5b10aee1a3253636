// The login page beside its form: blocked cookies.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const t = words(site, 'en');

test('AU1: a browser that blocks cookies is told that the login needs them; others read nothing of it', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home + pathOf('login'));
  await expect(page.getByLabel(t('auth:email'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('auth:cookies'))).toBeHidden();
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
  await page.goto(home + pathOf('login'));
  await expect(page.getByText(t('auth:cookies'))).toBeVisible();
  await expectAccessible(page);
});
