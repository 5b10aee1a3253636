// The members area by keyboard and by link: fictional profiles, pages of results, dialogs, the way back, empty and
// failed states.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, free, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { logOut } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const everyone = '?gender=any&two_way=0&min_age=18&max_age=99';

test.use({ refusals: true });

test('ME24 SA8: a fictional profile is labelled on its card and says so on its page', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  // By activity fictional profiles come last. Younger than members that other tests sign up, who would fill the first page.
  await page.goto(`${home}${pathOf('members')}?gender=any&two_way=0&min_age=18&max_age=35&sort=newest`);
  const card = page.locator('a.card-person', { has: page.locator('.label-fictional') }).first();
  await expect(card).toContainText(t('members:fictional'));
  await card.click();
  await expect(page.getByText(t('site:fictional_warning'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('members:fictional_real', { profiles: t('site:fictional_plural') }) }).click();
  await expect(page).toHaveURL(/real=1/);
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await expect(page.locator('.label-fictional')).toHaveCount(0);
});

test('ME1 ME6: pages of results have addresses; going back shows the previous one', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members') + everyone);
  const first = await page.locator('a.card-person').first().getAttribute('href');
  await page.getByRole('link', { name: t('members:next') }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('a.card-person').first()).not.toHaveAttribute('href', first ?? '');
  const second = await page.locator('a.card-person').first().getAttribute('href');
  await page.locator('a.card-person').first().click();
  await page.waitForURL(/\/members\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.locator('a.card-person').first()).toHaveAttribute('href', second ?? '');
  await page.goBack();
  await expect(page.locator('a.card-person').first()).toHaveAttribute('href', first ?? '');
});

test('AU1 AU2: a link into the members area leads there after the login, also when the first try is wrong', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const wanted = `${pathOf('members')}?min_age=40&max_age=50`;
  await page.context().addCookies([{ name: 'locale', value: 'en', url: home }]);
  await page.goto(home + wanted);
  await page.waitForURL(/\/login\?to=/);
  for (const password of ['not the password', free.password]) {
    await page.getByLabel(t('auth:email'), { exact: true }).fill(free.email);
    await page.getByLabel(t('auth:password'), { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    if (password !== free.password) await expect(page.getByRole('alert')).toHaveText(t('errors:login_failed'));
  }
  await page.waitForURL(home + wanted);
});

test('the keyboard reaches everything: skip link, filters and back, and Escape returns the focus @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('shell:skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const filters = page.getByRole('button', { name: t('members:filters') }).first();
  await filters.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(filters).toBeFocused();
});

test('ME3 ME7: no results and a failed load each have a message, and offer the next step with what it finds', async ({
  page,
  baseURL,
  context,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(`${home}${pathOf('members')}?min_age=99&max_age=99`);
  await expect(page.getByRole('heading', { name: t('members:empty_heading') })).toBeVisible();
  const wider = page.getByRole('button', { name: new RegExp(`^${t('members:widen_ages')}`) });
  await expect(wider).toContainText(/\d/);
  await expectAccessible(page);
  const found = /\d[\d.,]*\+?/.exec((await wider.textContent()) ?? '')?.[0] ?? '';
  await wider.click();
  await expect(page.getByRole('status').filter({ hasText: found })).toBeVisible();
  await page.goBack();
  await expect(wider).toBeVisible();
  await context.route('**/api/members.php*', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'not_found' } } }),
  );
  await page.goto(home + pathOf('members'));
  await expect(page.getByRole('heading', { name: t('members:failed_heading') })).toBeVisible();
  await expectAccessible(page);
  await context.unroute('**/api/members.php*');
  await page.getByRole('button', { name: t('shell:retry') }).click();
  await expect(page.locator('a.card-person').first()).toBeVisible();
});

test('AU2: logging out in one tab logs the other out, too @desktop', async ({ page, baseURL, context }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  const other = await context.newPage();
  await other.goto(home + pathOf('members'));
  await expect(other.locator('a.card-person').first()).toBeVisible();
  await logOut(page, site, 'en');
  await other.waitForURL(home + pathOf('login'));
});
