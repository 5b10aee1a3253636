// The signup in a browser that is closed at each step, continued on a second device, and after the mailed link works no more.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import {
  sampledScreen,
  entered,
  expect,
  expectAccessible,
  firstSite,
  logIn,
  newDevice,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { sampled } from '#tests/support/samples';
import {
  confirmByLink,
  fillSignup,
  isAskedForPush,
  mailedLink,
  newVisitor,
  sendSignup,
} from '#tests/support/signing-up';

const site = firstSite();

test.use({ refusals: true });

/** The browser is closed and opened again: what it keeps on the disk is there, its open pages are not. */
async function reopened(browser: Browser, context: BrowserContext): Promise<Page> {
  const storageState = await context.storageState();
  await context.close();
  return (await entered(await browser.newContext({ storageState }))).newPage();
}

for (const language of sampled('resuming', ['en', 'pl'], 1))
  test(
    `SG30 SG4 SG8 SG9: the steps continue where the browser was closed, in ${language}`,
    { tag: sampledScreen('resuming') },
    async ({ baseURL, browser }) => {
      const home = origin(site, baseURL);
      const t = words(site, language);
      const steps = home + pathOf('complete-signup', language);
      const visitor = newVisitor();
      let page = await (await newDevice(browser)).newPage();
      await page.goto(home + pathOf('signup', language));
      await fillSignup(page, site, language, visitor);
      await sendSignup(page, site, language);
      await page.waitForURL(steps);
      const canPush = await isAskedForPush(page);
      for (const step of ['message', 'photo', 'personal', 'about', ...(canPush ? ['push'] : [])]) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`signup:${step}_heading`));
        page = await reopened(browser, page.context());
        await page.goto(steps);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`signup:${step}_heading`));
        await page.getByRole('button', { name: t('signup:steps_skip') }).click();
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:step_heading'));
      page = await reopened(browser, page.context());
      await page.goto(steps);
      await expect(page.getByText(t('signup:step_text', { email: visitor.email }))).toBeVisible();
      await expectAccessible(page);
      await confirmByLink(page, site, language, await mailedLink(page, home, visitor.email));
      await page.context().close();
    },
  );

test('SG30 AU28 SG11: after the mailed link works no more, a second device continues at the same step, and confirms by a new one', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const t = words(site, 'en');
  const steps = home + pathOf('complete-signup');
  const visitor = newVisitor();
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(home + pathOf('signup'));
  await fillSignup(page, site, 'en', visitor);
  await sendSignup(page, site, 'en');
  await page.waitForURL(steps);
  for (const step of ['message', 'photo']) {
    await expect(heading).toHaveText(t(`signup:${step}_heading`));
    await page.getByRole('button', { name: t('signup:steps_skip') }).click();
  }
  await expect(heading).toHaveText(t('signup:personal_heading'));
  const before = await mailedLink(page, home, visitor.email);
  // A corrected address ends the links before it, as their 48 hours do; the page is the same.
  const email = newVisitor().email;
  await page.goto(home);
  const corrected = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/activation-address.php', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body,
        })
      ).status,
    JSON.stringify({ email }),
  );
  expect(corrected).toBe(204);

  const phone = await (await newDevice(browser)).newPage();
  await phone.goto(before);
  await phone.getByLabel(t('auth:password'), { exact: true }).fill(visitor.password);
  await phone.getByRole('button', { name: t('signup:confirm_action') }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(t('signup:expired_heading'));
  await expectAccessible(phone);
  await logIn(phone, site, home, { email, password: visitor.password });
  await phone.goto(steps);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(t('signup:personal_heading'));
  await confirmByLink(phone, site, 'en', await mailedLink(phone, home, email));
  await phone.goto(steps);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(t('signup:personal_heading'));
  await phone.context().close();
});
