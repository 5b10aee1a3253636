// Login by mail in a browser: from a blocked account by a mailed link to the page where one was going.
import { pathOf } from '#domain/routes';
import { LOCKOUT } from '#domain/limits';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { joinByCalls, mailedLink } from '#tests/support/signing-up';

const site = firstSite();

test.use({ refusals: true });

for (const language of sampled('login-mail', ['en', 'de'], 1))
  test(`AU18 DA-lockout DA-login-mail DE6: a blocked account offers a link by mail, which leads to where one was going, in ${language}`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    const t = words(site, language);
    const { email } = await joinByCalls(page, site, home, language);
    const wanted = pathOf('likes', language);
    await page.goto(`${home}${pathOf('login', language)}?${new URLSearchParams({ to: wanted }).toString()}`);
    const alert = page.getByRole('alert');
    for (let tries = 0; tries <= LOCKOUT.failures; tries += 1) {
      await page.getByLabel(t('auth:email')).fill(email);
      await page.getByLabel(t('auth:password'), { exact: true }).fill('a wrong password');
      await page.getByRole('button', { name: t('auth:submit'), exact: true }).click();
      const code = tries < LOCKOUT.failures ? 'login_failed' : 'account_blocked';
      await expect(alert.filter({ hasText: t(`errors:${code}`, { minutes: 1 }) })).toBeVisible();
    }
    const offer = page.getByText(t('login-mail:blocked'));
    await expect(offer).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await offer.getByRole('link', { name: t('login-mail:heading') }).click();
    await expect(page).toHaveURL(/\/login-mail\?to=/);
    await page.getByLabel(t('auth:email')).fill(email);
    await page.getByRole('button', { name: t('reset:send') }).click();
    await expect(page.getByRole('heading', { name: t('reset:sent_heading') })).toBeVisible();
    await expect(page.getByLabel(t('auth:email'))).toBeHidden();
    await expectAccessible(page);
    const link = await mailedLink(page, home, email, pathOf('login-mail-do', language));
    await page.goto(link);
    const replaces = page.getByText(t('login-mail:replaces'));
    await expect(replaces).toBeHidden();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    const logIn = page.getByRole('main').getByRole('button', { name: t('auth:submit'), exact: true });
    await logIn.click();
    await page.waitForURL(home + wanted);
    await page.goto(`${home}${pathOf('login-mail-do', language)}?token=${'A'.repeat(43)}`);
    await expect(replaces).toBeVisible();
    await expectAccessible(page);
    await logIn.click();
    await expect(alert.filter({ hasText: t('errors:link_expired') })).toBeVisible();
  });
