// A page that the browser has translated: every text stands in elements of the translator, and everything still works.
import type { Page } from '@playwright/test';
import { auth } from '#contract/auth';
import { finder } from '#contract/finder';
import { notifications } from '#contract/notifications';
import { profile } from '#contract/profile';
import { searches } from '#contract/searches';
import { LANGUAGE } from '#domain/limits';
import { QUICK_EXIT } from '#domain/quick-exit';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { screensOf, settled } from '#scripts/screenshots/members';
import { expect, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { isFull, sampled } from '#tests/support/samples';
import { joinAndLogIn } from '#tests/support/signing-up';
import { pressNext, translate } from '#tests/support/translation';

const site = firstSite();
const t = words(site, 'en');
/** Hides fictional profiles. */
const realOnly = (page: Page) =>
  page.getByRole('button', { name: t('members:real', { profiles: t('site:fictional_plural') }) });
const lively = demoLogins.find(({ kind }) => kind === 'lively');
/** Screens of an ordinary run; one takes up to a minute. */
const SCREENS = 1;
/** What React says when a node is not where it put it. */
const MOVED = /removeChild|insertBefore|NotFoundError/;

test.use({ refusals: true });

/** Presses everything on a screen, which stays there all the time. */
async function pressAll(page: Page, address: string, faultsNow: () => readonly string[]): Promise<number> {
  const pressed: Record<string, number> = {};
  const open = async (): Promise<string> => {
    await page.context().addCookies([{ name: LANGUAGE.cookie, value: 'en', url: address }]);
    await page.goto(address);
    await settled(page);
    await translate(page);
    return new URL(page.url()).pathname;
  };
  const isAt = (path: string): boolean => new URL(page.url()).pathname === path;
  const check = async (step: string): Promise<void> => {
    const broken = await page.getByText(t('shell:error_safe')).count();
    const filled = await filledIslands(page);
    // What was pressed last may have led to another page meanwhile.
    if (!isAt(path)) return;
    expect(faultsNow(), step).toEqual([]);
    expect(broken, step).toBe(0);
    expect(filled, step).toBeGreaterThan(0);
  };
  const path = await open();
  for (let count = 0; ; count += 1) {
    const kind = await pressNext(page, pressed);
    if (kind === null) {
      await settled(page);
      await check(address);
      return count;
    }
    if (kind.includes(t('settings:quick_exit_now'))) await page.waitForURL(`${QUICK_EXIT.to}**`);
    const isHere = await unlessLeaving(async () => {
      await translate(page);
      await check(`${address} after: ${kind}`);
    });
    if (!isHere || !isAt(path)) await open();
  }
}

/** Whether the work was done before a press loaded another page. */
async function unlessLeaving(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (/Execution context was destroyed/.test(String(error))) return false;
    throw error;
  }
}

/** Islands of the content that show something. */
const filledIslands = (page: Page): Promise<number> =>
  page
    .locator('main astro-island')
    .evaluateAll((islands) => islands.filter((each) => each.childElementCount > 0).length);

/** Refuses what would change something, but for these calls. */
async function refuseChanges(page: Page, allowed: readonly string[] = []): Promise<void> {
  await page.route('**/api/*.php*', (route, request) => {
    const { pathname } = new URL(request.url());
    const isAllowed = allowed.includes(pathname) || (request.method() === 'GET' && pathname !== auth.logout.path);
    return isAllowed ? route.fallback() : route.fulfill({ status: 403, json: { error: { code: 'forbidden' } } });
  });
}

/** Presses everything on these screens, one after the other. */
async function pressScreens(
  page: Page,
  home: string,
  screens: readonly (readonly [name: string, path: string])[],
  watch: { readonly errors: string[]; readonly foreign: string[] },
): Promise<void> {
  await page.route(`${QUICK_EXIT.to}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>-</title>' }),
  );
  for (const [name, path] of screens) {
    const count = await pressAll(page, home + path, () => watch.errors.filter((each) => MOVED.test(each)));
    expect(count, name).toBeGreaterThan(0);
  }
  // The settings have a button that leaves the site.
  expect(watch.foreign.splice(0).filter((each) => !each.startsWith(QUICK_EXIT.to))).toEqual([]);
}

test('on translated screens everything can be pressed', async ({ page, baseURL, watch }) => {
  test.setTimeout(isFull ? 1_500_000 : 300_000);
  const home = origin(site, baseURL);
  await logIn(page, site, home, lively);
  // The page of languages is plain HTML.
  const { 'lang-config': _, ...withIslands } = await screensOf(page, home);
  const screens = sampled('translated', Object.entries(withIslands), SCREENS);
  // So that each run finds the same.
  await refuseChanges(page);
  await pressScreens(page, home, screens, watch);
});

if (isFull)
  test('on translated screens of a new member everything can be pressed that changes their own data', async ({
    page,
    baseURL,
    watch,
  }) => {
    test.setTimeout(900_000);
    const home = origin(site, baseURL);
    await joinAndLogIn(page, site, home);
    await refuseChanges(
      page,
      [profile, searches, notifications, finder].flatMap((word) => Object.values(word).map(({ path }) => path)),
    );
    const screens = ['profile', 'complete-signup', 'notifications', 'match-finder', 'members'] as const;
    await pressScreens(
      page,
      home,
      screens.map((name) => [name, pathOf(name)]),
      watch,
    );
  });

test('a translated search shows other results', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members'));
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await translate(page);
  await realOnly(page).click();
  await expect(page).toHaveURL(/real=1/);
  await expect(page.locator('.results [role=status], .state').first()).toBeVisible();
  await expect(page.locator('.label-fictional')).toHaveCount(0);
});

test('a node that was moved away costs one island its content, which comes back', async ({ page, baseURL, watch }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('members'));
  const cards = page.locator('a.card-person');
  await expect(cards.first()).toBeVisible();
  await page.locator('.grid-people').evaluate((grid) => {
    const other = document.createElement('div');
    grid.replaceWith(other);
    other.append(grid);
  });
  await realOnly(page).click();
  await expect(page.getByRole('main').getByText(t('shell:error_text'))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('shell:retry') })
    .click();
  await expect(cards.first()).toBeVisible();
  expect(watch.errors.splice(0).filter((each) => !MOVED.test(each))).toEqual([]);
});
