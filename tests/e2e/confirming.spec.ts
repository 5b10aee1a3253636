// Confirming the address in a browser: a used link, an invalid one, and another browser that needs the password.
import { pathOf } from '#domain/routes';
import { entered, expect, expectAccessible, firstSite, origin, test, words } from '#tests/support/browser';
import { confirmByLink, fillSignup, mailedLink, newVisitor, sendSignup } from '#tests/support/signing-up';

const site = firstSite();

test.use({ refusals: true });

test('AU26 AU28: a used link succeeds again, and an invalid one leads to a new one and to customer service', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const t = words(site, 'de');
  const visitor = newVisitor();
  await page.goto(home + pathOf('signup', 'de'));
  await fillSignup(page, site, 'de', visitor);
  await sendSignup(page, site, 'de');
  await page.waitForURL(home + pathOf('complete-signup', 'de'));
  const link = await mailedLink(page, home, visitor.email);
  await confirmByLink(page, site, 'de', link);
  await confirmByLink(page, site, 'de', link);
  await page.goto(`${home}${pathOf('activate-done', 'de')}?token=${'A'.repeat(43)}`);
  await page.getByRole('button', { name: t('signup:confirm_action') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:expired_heading'));
  await expect(page.getByRole('alert')).toHaveText(t('errors:link_expired'));
  await expect(page.getByRole('main').getByRole('link', { name: site.siteSettings.support_email })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${home}${pathOf('activate-done', 'de')}?token=broken`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:confirm_heading'));
});

for (const javaScriptEnabled of [true, false])
  test(`AU26: another browser ${javaScriptEnabled ? '' : 'without scripts '}confirms with the password`, async ({
    page,
    baseURL,
    browser,
  }) => {
    const home = origin(site, baseURL);
    const t = words(site, 'en');
    const visitor = newVisitor();
    await page.goto(home + pathOf('signup'));
    await fillSignup(page, site, 'en', visitor);
    await sendSignup(page, site, 'en');
    await page.waitForURL(home + pathOf('complete-signup'));
    const link = await mailedLink(page, home, visitor.email);
    const elsewhere = await entered(await browser.newContext({ javaScriptEnabled }));
    const phone = await elsewhere.newPage();
    await phone.goto(link);
    const password = phone.getByLabel(t('auth:password'), { exact: true });
    for (const [typed, said] of [
      ['', t('errors:field_required')],
      ['eleven purple kettles', t('errors:field_password_wrong')],
    ] as const) {
      await password.fill(typed);
      await phone.getByRole('button', { name: t('signup:confirm_action') }).click();
      await expect(phone.getByText(said)).toBeVisible();
    }
    await password.fill(visitor.password);
    await phone.getByRole('button', { name: t('signup:confirm_action') }).click();
    await expect(phone).toHaveURL(new RegExp(`${pathOf('activate-done')}$`));
    await phone.goto(home + pathOf('members'));
    await expect(phone).toHaveURL(home + pathOf('members'));
    await elsewhere.close();
  });
