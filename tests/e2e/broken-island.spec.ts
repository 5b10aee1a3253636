// An island that throws while it renders: the others work, it says so, and it can be tried again.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, logIn, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const t = words(site, 'en');

test('SH21 SH32: an island that breaks leaves the others alone, and a retry loads the page anew @both', async ({
  page,
  baseURL,
  watch,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members'));
  await expect(page.locator('a.card-person').first()).toBeVisible();
  const island = page.locator('main astro-island').first();
  const script = `**${await island.getAttribute('component-url')}`;
  const name = await island.getAttribute('component-export');
  const body = `export const ${name} = () => { throw new Error('broken on purpose'); };`;
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.reload();

  const main = page.getByRole('main');
  const retry = main.getByRole('button', { name: t('shell:retry') });
  await expect(main.getByText(t('shell:error_text'))).toBeVisible();
  await expect(main.getByText(t('shell:error_safe'))).toBeVisible();
  await expect(page.locator('a.card-person')).toHaveCount(0);
  await expectAccessible(page);
  // The bars, their counts and the account menu are islands too.
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  await page.locator(isPhone ? '.bottombar summary' : 'header summary.account').click();
  await expect(page.getByRole('button', { name: t('shell:logout') }).locator('visible=true')).toBeVisible();
  await page.keyboard.press('Escape');

  // The first retry draws it again, the second one loads the page anew.
  await retry.click();
  await expect(retry).toBeVisible();
  await page.unroute(script);
  await retry.click();
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await expect(retry).toHaveCount(0);
  // It was reported each time.
  const reported = watch.errors.splice(0);
  expect(reported.length).toBeGreaterThan(1);
  expect(reported.filter((each) => !each.includes('broken on purpose'))).toEqual([]);
});
