// The traffic source of a visitor: it reaches the signup over any pages, and is stored only with consent.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectDrawn, firstSite, keptOn, origin, test, words } from '#tests/support/browser';
import { fillSignup, newVisitor, sendSignup } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');
const lander = pathOf('landers-video-slug');
const SOURCE = '?aff_sub=deal%201&network=net';

/** Signs up on the page with that form, and reads the request. */
async function signUpWithSource(page: Page): Promise<void> {
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await fillSignup(page, site, 'en', newVisitor());
  await sendSignup(page, site, 'en');
  const form = new URLSearchParams((await sent).postData() ?? '');
  expect([form.get('sub1'), form.get('network')]).toEqual(['deal 1', 'net']);
}

test('SG26: with consent, the source is stored on the device and sent from a later visit @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home + lander + SOURCE);
  await page.getByRole('button', { name: t('site:consent_yes') }).click();
  expect(await keptOn(page)).toEqual(['consent', 'entry', 'tracking']);
  await page.goto(home + pathOf('signup'));
  await signUpWithSource(page);
  // A member does not need it any more, on any page.
  await page.waitForURL(/\/complete-signup/);
  expect(await keptOn(page)).not.toContain('tracking');
  for (const path of [pathOf('pages-faq'), pathOf('pricing') + SOURCE]) {
    await page.evaluate(() => localStorage.setItem('tracking', 'network=net'));
    await page.goto(home + path);
    await expectDrawn(page);
    expect(await keptOn(page)).not.toContain('tracking');
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('SG25 SG26: the source travels over three pages into the signup, and nothing is stored @desktop', async ({
      page,
      baseURL,
      context,
    }) => {
      const home = origin(site, baseURL);
      await page.goto(home + lander + SOURCE);
      await page.getByRole('link', { name: t('shell:title_pages-faq') }).click();
      await expect(page).toHaveURL(/\/pages\/faq\?/);
      await page
        .getByRole('link', { name: t('shell:title_pricing') })
        .first()
        .click();
      await expect(page).toHaveURL(/\/pricing\?/);
      await page
        .getByRole('link', { name: t('shell:login') })
        .first()
        .click();
      await expect(page).toHaveURL(/\/login\?/);
      await page.locator('main a[href*="/signup"]').first().click();
      await expect(page).toHaveURL(/\/signup\?/);
      await signUpWithSource(page);
      // The first page of the members area makes the browser known.
      const known = javaScriptEnabled ? ['auth.known'] : [];
      await expect
        .poll(async () => (await context.cookies()).map(({ name }) => name).sort())
        .toEqual(['auth.hint', ...known, 'auth.session', 'locale']);
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'the front page with a script' : 'the front page without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('SG25 SG26: its form includes the source, and an empty one adds nothing @desktop', async ({
      page,
      baseURL,
    }) => {
      const home = origin(site, baseURL);
      const goOn = async (from: string): Promise<URL> => {
        await page.goto(home + from);
        await page.locator('.hero').getByRole('radio').first().press('Space');
        await page
          .locator('.hero')
          .getByRole('button', { name: t('signup:submit') })
          .click();
        await expect(page).toHaveURL(/\/signup\?/);
        return new URL(page.url());
      };
      const { searchParams } = await goOn(pathOf('index') + SOURCE);
      expect([searchParams.get('sub1'), searchParams.get('network')]).toEqual(['deal 1', 'net']);
      await expect(page.locator('[name=network]')).toHaveValue('net');
      expect([...(await goOn(pathOf('index'))).searchParams.keys()]).toEqual(['gender']);
    });
  });
}

test('SG26: the source of an earlier visit is kept by a click before the page is painted @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
    Object.assign(localStorage, { consent: 'yes', tracking: 'sub1=deal+1&network=net' });
  });
  await page.goto(home + lander);
  await page.getByRole('link', { name: t('shell:title_pages-faq') }).click();
  await expect(page).toHaveURL(/\/pages\/faq\?.*sub1=deal/);
  await page.goto(home + pathOf('signup'));
  await signUpWithSource(page);
});

test('SG26: the source is kept by a link opened in another tab, or by its menu from the keyboard @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home + lander + SOURCE);
  // As a static host answers: nothing is written into the links.
  const link = page.getByRole('link', { name: t('shell:title_pages-faq') });
  const bare = (): Promise<unknown> => link.evaluate((each) => each.setAttribute('href', '/pages/faq'));
  await bare();
  // The tab itself is not opened: some versions of Chromium never load it without a screen.
  await page.evaluate(() => addEventListener('auxclick', (event) => event.preventDefault(), { once: true }));
  await link.click({ button: 'middle' });
  await expect(link).toHaveAttribute('href', /\/pages\/faq\?.*network=net/);
  await bare();
  await link.press('ContextMenu');
  await expect(link).toHaveAttribute('href', /network=net/);
});

test('SG25: a value that is too long does not prevent joining @desktop', async ({ page, baseURL }) => {
  await page.goto(`${origin(site, baseURL)}${pathOf('signup')}?network=${'n'.repeat(300)}&ref=r`);
  await fillSignup(page, site, 'en', newVisitor());
  await sendSignup(page, site, 'en');
});
