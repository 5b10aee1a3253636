// A forgotten password in a browser: from the login page by mail to the members area, and a link that is used up.
import { PASSWORD_RESET } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import { joinByCalls, mailedLink } from '#tests/support/signing-up';

const site = firstSite();

test.use({ refusals: true });

for (const language of sampled('password-reset', ['en', 'pl'], 1))
  test(`AU19 AU20 AU21 AU22 AU23 AU24: a forgotten password is replaced by a mailed link, in ${language}`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    const t = words(site, language);
    const { email } = await joinByCalls(page, site, home, language);
    await page.goto(home + pathOf('login', language));
    await page.getByRole('link', { name: t('auth:forgotten_reset') }).click();
    await expect(page).toHaveURL(home + pathOf('reset-password', language));
    await page.getByLabel(t('auth:email')).fill(`x${email}`);
    await page.getByRole('button', { name: t('reset:send') }).click();
    await expect(page.getByRole('alert').filter({ hasText: t('errors:email_unknown') })).toBeVisible();
    await page.getByLabel(t('auth:email')).fill(email);
    await page.getByRole('button', { name: t('reset:send') }).click();
    await expect(page.getByRole('heading', { name: t('reset:sent_heading') })).toBeVisible();
    await expect(page.getByLabel(t('auth:email'))).toBeHidden();
    await expectAccessible(page);
    for (let mails = 1; mails <= PASSWORD_RESET.mails; mails += 1) {
      await page.goto(home + pathOf('reset-password', language));
      await page.getByLabel(t('auth:email')).fill(email);
      await page.getByRole('button', { name: t('reset:send') }).click();
      if (mails < PASSWORD_RESET.mails)
        await expect(page.getByRole('heading', { name: t('reset:sent_heading') })).toBeVisible();
    }
    await expect(page.getByRole('alert').filter({ hasText: t('errors:reset_limit') })).toBeVisible();
    const link = await mailedLink(page, home, email, pathOf('reset-password-do', language));
    await page.goto(link);
    const [first, second] = [
      page.getByLabel(t('reset:new'), { exact: true }),
      page.getByLabel(t('reset:repeat'), { exact: true }),
    ];
    const save = page.getByRole('button', { name: t('reset:save') });
    await first.fill('purple lanterns over water');
    await second.fill('purple lanterns over wine');
    await save.click();
    await expect(page.getByText(t('errors:field_passwords_differ'))).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await first.fill('purple lanterns over water');
    await second.fill('purple lanterns over water');
    await save.click();
    await page.waitForURL(home + pathOf('members', language));
    await page.goto(link);
    await first.fill('purple lanterns over wine');
    await second.fill('purple lanterns over wine');
    await save.click();
    await expect(page.getByRole('alert').filter({ hasText: t('errors:link_expired') })).toBeVisible();
  });
