// A page that the browser has translated: every text stands in elements of the translator, and everything still works.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { screensOf, settled } from '#scripts/screenshots/members';
import { expect, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { isFull, sampled } from '#tests/support/samples';
import { pressNext, translate } from '#tests/support/translation';

const site = firstSite();
const t = words(site, 'en');
/** Hides fictional profiles. */
const realOnly = (page: Page) =>
  page.getByRole('button', { name: t('members:real', { profiles: t('site:fictional_plural') }) });
const lively = demoLogins.find(({ kind }) => kind === 'lively');
/** Screens of an ordinary run. */
const SCREENS = 4;
/** What React says when a node is not where it put it. */
const MOVED = /removeChild|insertBefore|NotFoundError/;

test.use({ refusals: true });

/** Presses everything on a screen. What would change something is refused by the server, so that each run finds the same. */
async function pressAll(page: Page, address: string, faultsNow: () => readonly string[]): Promise<number> {
  const pressed: Record<string, number> = {};
  const open = async (): Promise<void> => {
    await page.goto(address);
    await settled(page);
    await translate(page);
  };
  await open();
  const shown = await filledIslands(page);
  for (let count = 0; ; count += 1) {
    const kind = await pressNext(page, pressed).catch(() => 'left the page');
    if (kind === null) return count;
    pressed[kind] = (pressed[kind] ?? 0) + 1;
    expect(faultsNow(), `${address} after: ${kind}`).toEqual([]);
    if (kind === 'left the page' || new URL(page.url()).pathname !== new URL(address).pathname) await open();
    else await translate(page);
    expect(await filledIslands(page), `${address} after: ${kind}`).toBeGreaterThanOrEqual(shown);
  }
}

/** Islands of the content that show something. */
const filledIslands = (page: Page): Promise<number> =>
  page
    .locator('main astro-island')
    .evaluateAll((islands) => islands.filter((each) => each.childElementCount > 0).length);

test('on translated screens everything can be pressed', async ({ page, baseURL, watch }) => {
  test.setTimeout(isFull ? 1_500_000 : 300_000);
  const home = origin(site, baseURL);
  await logIn(page, site, home, lively);
  const screens = sampled('translated', Object.entries(await screensOf(page, home)), SCREENS);
  await page.route('**/api/*.php*', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 403, json: { error: { code: 'forbidden' } } }),
  );
  for (const [name, path] of screens) {
    const count = await pressAll(page, home + path, () => watch.errors.filter((each) => MOVED.test(each)));
    expect(count, name).toBeGreaterThan(0);
  }
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
