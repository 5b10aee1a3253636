// What needs a login says so in its own words, and the login leads back to it.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, free, origin, test, words } from '#tests/support/browser';
import { someMember } from '#tests/support/public-pages';

const site = firstSite();
const t = words(site, 'en');

for (const [ids, route, query, said] of [
  ['AU31', 'members-id-chat', '', 'login_chat'],
  ['AU32', 'members-id', '', 'login_photo'],
  ['AU32', 'members-id', '?wanted=like', 'login_like'],
  ['AU32', 'members-id-chat', '?gift=1', 'login_gift'],
] as const)
  test(`${ids}: a visitor reads “${t(`shell:${said}`)}”, and returns to it after the login`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    const { id } = await someMember(page, home);
    const wanted = home + pathOf(route, 'en', { id });
    await page.goto(wanted + query);
    await page.waitForURL(/\/login\?to=/);
    await expect(page.getByRole('status').filter({ visible: true })).toHaveText(t(`shell:${said}`));
    await expect(page.getByRole('link', { name: t('signup:heading') })).toHaveAttribute(
      'href',
      pathOf('members-id-signup', 'en', { id }),
    );
    await expectAccessible(page);
    await page.getByLabel(t('auth:email'), { exact: true }).fill(free.email);
    await page.getByLabel(t('auth:password'), { exact: true }).fill(free.password);
    await page.keyboard.press('Enter');
    // The page takes from its address what it has done.
    await page.waitForURL(({ origin: host, pathname }) => host + pathname === wanted);
    if (said === 'login_gift') await expect(page.getByRole('dialog', { name: t('gifts:heading') })).toBeVisible();
  });

test('AU31: the login page alone says nothing of the kind', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await page.goto(home + pathOf('login'));
  await expect(page.getByRole('status').filter({ visible: true })).toHaveCount(0);
  await page.goto(`${home}${pathOf('login')}?to=${pathOf('members')}`);
  await expect(page.getByRole('status').filter({ visible: true })).toHaveCount(0);
});
