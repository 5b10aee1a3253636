// Confirming the address in a browser: a used link, an invalid one, and another browser that needs the password.
import type { Page } from '@playwright/test';
import { signup } from '#contract/signup';
import { pathOf } from '#domain/routes';
import { CONFIRMED } from '#html/marks';
import { entered, expect, expectAccessible, firstSite, newDevice, origin, test, words } from '#tests/support/browser';
import { confirmByLink, fillSignup, joinAndLogIn, mailedLink, newVisitor, sendSignup } from '#tests/support/signing-up';

const site = firstSite();

test.use({ refusals: true });

async function chooseGerman(page: Page): Promise<void> {
  await page.locator('.topbar details.menu summary').click();
  await page.locator('.menu-list [data-language=de]').click();
}

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
  // Without a link nothing is confirmed.
  await page.goto(home + pathOf('activate-done', 'de'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:expired_heading'));
  await expectAccessible(page);
});

test('AU26: a member of another account is asked for the password, and may start afresh instead', async ({
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
  const elsewhere = await newDevice(browser);
  const other = await elsewhere.newPage();
  await joinAndLogIn(other, site, home);
  await other.goto(link);
  const afresh = other.getByRole('button', { name: t('signup:afresh_action') });
  await expect(afresh).toBeHidden();
  await other.getByRole('button', { name: t('signup:confirm_action') }).click();
  await expect(other.getByText(t('errors:field_required'))).toBeVisible();
  await expect(other.getByLabel(t('auth:password'), { exact: true })).toBeVisible();
  await expectAccessible(other);
  await afresh.click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
  await expect(other.getByRole('button', { name: t('signup:submit'), exact: true })).toBeVisible();
  // The link stays with the page in another language.
  await chooseGerman(other);
  await expect(other).toHaveURL(`${home}${pathOf('signup', 'de')}${new URL(link).search}`);
  await expect(other.getByRole('button', { name: words(site, 'de')('signup:submit'), exact: true })).toBeVisible();
  await elsewhere.close();
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
    // The page that was drawn again keeps its link in another language.
    await chooseGerman(phone);
    await expect(phone).toHaveURL(`${home}${pathOf('activate-done', 'de')}${new URL(link).search}`);
    const german = words(site, 'de');
    await phone.getByLabel(german('auth:password'), { exact: true }).fill(visitor.password);
    const confirm = phone.getByRole('button', { name: german('signup:confirm_action') });
    await confirm.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await confirm.boundingBox()) ?? {};
    let requests = 0;
    await phone.route(`**${signup.activate.path}`, async (route) => {
      requests += 1;
      // A second request would take the answer of the first one away, and with it the session.
      if (javaScriptEnabled && requests === 1) await phone.mouse.click(x + 20, y + 20);
      await route.continue();
    });
    await confirm.click();
    await expect(phone).toHaveURL(new RegExp(`${pathOf('activate-done', 'de')}\\?${CONFIRMED}=1$`));
    expect(requests).toBe(1);
    await phone.goto(home + pathOf('members', 'de'));
    await expect(phone).toHaveURL(home + pathOf('members', 'de'));
    await elsewhere.close();
  });
