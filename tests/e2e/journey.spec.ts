// The main journey: a member logs in, filters, opens a profile, changes language, reloads and logs out.
import { expect, expectAccessible, expectNoSideScroll, journeys, origin, test, words } from '#tests/support/browser';
import { pathOf } from '#domain/routes';
import { joinByCalls } from '#tests/support/signing-up';

for (const { site, language, tag } of journeys) {
  test(
    `AU1 AU2 AU3 AU9 AU12 ME1 ME3 ME14 SI4 SI5 SH12 SH21 SH22 LA1: ${site.folder} in ${language}`,
    { tag },
    async ({ page, baseURL, context }) => {
      const home = origin(site, baseURL);
      const t = words(site, language);

      await test.step('index', async () => {
        await page.goto(home + pathOf('index', language));
        await expect(page).toHaveTitle(new RegExp(site.name));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('landers:heading'));
        await expectNoSideScroll(page);
        await expectAccessible(page);
      });

      // A member of this test alone: the language chosen below belongs to the account and applies on every device.
      const who = await joinByCalls(page, site, home, language);
      await context.addCookies([{ name: 'locale', value: language, url: home }]);
      await test.step('login', async () => {
        await page.goto(home + pathOf('login', language));
        await expectAccessible(page);
        await page.getByLabel(t('auth:email'), { exact: true }).fill(who.email);
        await page.getByLabel(t('auth:password'), { exact: true }).fill(who.password);
        await page.getByRole('button', { name: t('auth:submit'), exact: true }).click();
        await page.waitForURL(home + pathOf('members', language));
        const cookie = (await context.cookies()).find((each) => each.name === 'auth.session');
        expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      });

      await test.step('search and filter', async () => {
        const cards = page.locator('a.card-person');
        await expect(cards.first()).toBeVisible();
        await expectNoSideScroll(page);
        await expectAccessible(page);
        await page
          .getByRole('button', { name: new RegExp(t('members:filters')) })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await expectAccessible(page);
        await dialog.getByLabel(t('members:real', { profiles: t('site:fictional_plural') })).check();
        await dialog.getByRole('button', { name: t('members:show') }).click();
        await expect(page).toHaveURL(/real=1/);
        await expect(cards.first()).toBeVisible();
        await expect(page.locator('.label-fictional')).toHaveCount(0);
      });

      await test.step('profile', async () => {
        await page.locator('a.card-person').first().click();
        await page.waitForURL(/\/members\/[0-9a-f-]{36}$/);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('heading', { name: t('members:facts') })).toBeVisible();
        await expectNoSideScroll(page);
        await expectAccessible(page);
      });

      const other = language === 'fi' ? 'sv' : 'fi';
      const isPhone = (page.viewportSize()?.width ?? 0) < 768;
      await test.step('language and reload', async () => {
        const id = page.url().split('/').at(-1) ?? '';
        // On a phone the profile has no bar, and the way back is over its photo.
        if (isPhone) {
          await page.locator('.viewer-back').click();
          await expect(page.locator('a.card-person').first()).toBeVisible();
        }
        await page.locator('header details:has([data-language]) > summary').click();
        await page.locator(`header a[data-language="${other}"]`).click();
        await page.waitForURL((url) =>
          url.href.startsWith(home + (isPhone ? pathOf('members', other) : pathOf('members-id', other, { id }))),
        );
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const choice = (await context.cookies()).find((each) => each.name === 'locale');
        expect(choice?.value.slice(0, 2)).toBe(other);
        expect((choice?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
        // The last thing that a profile asks for: it would be refused after the logout below.
        const similar = isPhone || page.waitForResponse((response) => response.url().includes('/api/similar.php'));
        await page.reload();
        await similar;
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${other}`));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      });

      await test.step('log out', async () => {
        const there = words(site, other);
        // What the page still asks for would be refused after the logout.
        await expect(page.locator('.banners .countdown')).toBeAttached();
        await page.locator(isPhone ? '.bottombar summary' : 'header summary.account').click();
        await page
          .getByRole('button', { name: there('shell:logout') })
          .locator('visible=true')
          .click();
        await page.waitForURL(home + pathOf('login', other));
        expect((await context.cookies()).some((each) => each.name === 'auth.session')).toBe(false);
        await page.goto(home + pathOf('members', other));
        await page.waitForURL(`${home}${pathOf('login', other)}?to=${encodeURIComponent(pathOf('members', other))}`);
      });
    },
  );
}
