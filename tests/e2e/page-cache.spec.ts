// The step back after a logout: the browser shows its cached page, which must not be the member's any more.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { CHROMIUM_ARGS, findChromium } from '#scripts/testing/chromium';
import { expect, firstSite, free, logIn, origin, test, words } from '#tests/support/browser';
import { logOut } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const executablePath = findChromium();

// A browser under test caches no pages by default.
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...CHROMIUM_ARGS, '--enable-features=BackForwardCache'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

interface Shown {
  readonly persisted: boolean;
  readonly visibility: string;
}
/** Every time the browser showed a page, and whether anything of it was visible then. */
const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('shown') ?? '[]') as Shown[]);
const noteShown = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const { visibility } = getComputedStyle(document.body);
      const before = JSON.parse(sessionStorage.getItem('shown') ?? '[]') as Shown[];
      sessionStorage.setItem('shown', JSON.stringify([...before, { persisted, visibility }]));
    });
  });

test('AU9: after the logout the step back shows nothing of the member, but the login', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await noteShown(page);
  await logIn(page, site, home);
  await page.goto(home + pathOf('chats'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-private', ''));
  await logOut(page, site, 'en');
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL(new RegExp(`/login\\?to=${encodeURIComponent(pathOf('chats'))}$`));
  await expect(page.getByLabel(t('auth:password'), { exact: true })).toBeVisible();
  expect(await page.locator('[data-private]').count()).toBe(0);
  const restored = (await shownOn(page)).filter(({ persisted }) => persisted);
  expect(restored.filter(({ visibility }) => visibility !== 'hidden')).toEqual([]);
});

test('AU2: a member who returns from a public page finds the page unchanged', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await noteShown(page);
  await logIn(page, site, home, free);
  await page.goto(home + pathOf('chats'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The events of a page that the browser caches and restores; whether it caches this one is its own decision.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(pathOf('chats'));
});
