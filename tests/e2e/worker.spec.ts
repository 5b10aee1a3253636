// The service worker without a connection, and what a new build does to a page that is open.
import { OFFLINE_CACHE, offlineFile } from '#domain/push';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, logIn, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const t = words(site, 'en');

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('PU8 E11: without a connection a page of the area is the offline page, which holds nothing of the member', async ({
    page,
    context,
    baseURL,
    watch,
  }) => {
    const home = origin(site, baseURL);
    await logIn(page, site, home);
    const isKept = () =>
      page.evaluate(
        async (file) => navigator.serviceWorker.controller !== null && (await caches.match(file)) !== undefined,
        offlineFile('en'),
      );
    await expect.poll(isKept).toBe(true);
    await context.setOffline(true);
    await page.goto(home + pathOf('chats'));
    await expect(page).toHaveTitle(site.name);
    await expect(page.getByRole('heading', { name: t('errors:offline') })).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('link', { name: t('shell:retry') }).click();
    await expect(page.locator('html[data-world="members"]')).toBeAttached();
    await expect(page).toHaveURL(home + pathOf('chats'));
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const caught = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
      );
      return names.map((name, at) => [name, caught[at]]);
    });
    expect(kept).toEqual([[OFFLINE_CACHE, [offlineFile('en')]]]);
    // The failed page is what is tested.
    watch.errors.splice(0, Infinity, ...watch.errors.filter((error) => !error.includes('net::ERR_')));
  });
});

test('SH30: a new build is announced on the return to the tab, and the next page comes from it', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  const notice = page.getByText(t('shell:new_version'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.evaluate((shell) => {
    document.querySelector(shell)?.setAttribute('component-url', '/_astro/of-an-earlier-build.js');
    Object.assign(globalThis, { isOldPage: true });
  }, 'astro-island[data-astro-transition-persist="shell"]');
  // Checks are ten minutes apart.
  let minutes = 0;
  await expect(async () => {
    await page.clock.setSystemTime(Date.now() + (minutes += 11) * 60_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessible(page);
  await page
    .locator(`:is(.topnav, .bottombar) a[href="${pathOf('likes')}"]`)
    .filter({ visible: true })
    .click();
  await page.waitForURL(home + pathOf('likes'));
  await expect.poll(() => page.evaluate(() => 'isOldPage' in globalThis).catch(() => true)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
