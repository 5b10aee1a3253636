// A tab that is open across a deployment, whose islands' scripts are gone: the page is loaded again once, and then says so.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, logIn, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const t = words(site, 'en');

test.use({ refusals: true });

interface Gone {
  /** Full loads of the page so far. */
  readonly loads: () => number;
  /** The next full load finds the scripts of the new build. */
  comesBack: boolean;
}

/** Answers 404 for these scripts from now on, under any query: Astro tries again with one of its own. */
async function removeScripts(page: Page, path: string, scripts: readonly string[], comesBack = false): Promise<Gone> {
  let loads = 0;
  let isGone = true;
  const gone = { loads: () => loads, comesBack };
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || new URL(request.url()).pathname !== path) return;
    loads += 1;
    if (gone.comesBack) isGone = false;
  });
  await page.route('**/_astro/*.js*', (route) =>
    isGone && scripts.includes(new URL(route.request().url()).pathname)
      ? route.fulfill({ status: 404, body: 'gone' })
      : route.fallback(),
  );
  return gone;
}

/** The scripts of the islands in the content of a page, or of its shell. */
const islandScripts = (page: Page, path: string, part: 'main' | 'shell'): Promise<string[]> =>
  page.evaluate(
    async ({ path, part }) => {
      const html = await (await fetch(path)).text();
      const next = new DOMParser().parseFromString(html, 'text/html');
      const islands = next.querySelectorAll(
        part === 'main' ? 'main astro-island' : 'astro-island[data-astro-transition-persist=shell]',
      );
      return [...islands].map((island) => island.getAttribute('component-url') ?? '');
    },
    { path, part },
  );

const message = (page: Page) => page.getByRole('main').getByRole('alert').first();

/** Waits until the islands of the page have loaded. */
async function expectArrived(page: Page): Promise<void> {
  await expect(message(page)).toHaveCount(0);
  await expect(page.locator('main astro-island').first()).toBeAttached();
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
}

/** Fails on any error but those of the scripts that are gone. */
const expectOnlyGone = (errors: string[]): void =>
  expect(
    errors.splice(0).filter((each) => !/dynamically imported module|status of 404|ERR_CONNECTION_RESET/.test(each)),
  ).toEqual([]);

/** The likes, without pages that are fetched ahead. */
async function openLikes(page: Page, baseURL: string | undefined): Promise<string> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(home + pathOf('likes'));
  await expect(page.getByRole('navigation', { name: t('likes:tabs') })).toBeVisible();
  return home;
}

const pressMessages = (page: Page): Promise<void> =>
  page
    .locator(`a[href="${pathOf('chats')}"]`)
    .locator('visible=true')
    .first()
    .click();

test('SH30: after a deployment the page that was pressed arrives with one full load', async ({
  page,
  baseURL,
  watch,
}) => {
  const home = await openLikes(page, baseURL);
  const gone = await removeScripts(page, pathOf('chats'), await islandScripts(page, pathOf('chats'), 'main'), true);
  await pressMessages(page);
  await expect.poll(gone.loads).toBe(1);
  await expectArrived(page);
  await expect(page).toHaveURL(home + pathOf('chats'));
  expect(gone.loads()).toBe(1);
  expectOnlyGone(watch.errors);
});

test('SH30: while the scripts stay gone the page says so, and does not go on loading @both', async ({
  page,
  baseURL,
  watch,
}) => {
  await openLikes(page, baseURL);
  const gone = await removeScripts(page, pathOf('chats'), await islandScripts(page, pathOf('chats'), 'main'));
  await pressMessages(page);
  const again = message(page).getByRole('link', { name: t('shell:retry') });
  await expect(message(page)).toContainText(t('shell:error_text'));
  expect(gone.loads()).toBe(1);
  await expectAccessible(page);
  await again.click();
  await expect.poll(gone.loads).toBe(2);
  await expect(again).toBeVisible();
  expect(gone.loads()).toBe(2);
  gone.comesBack = true;
  await again.click();
  await expectArrived(page);
  expect(gone.loads()).toBe(3);
  expectOnlyGone(watch.errors);
});

for (const part of ['main', 'shell'] as const)
  test(`SH30: a page opened without the script of its ${part} is loaded again once, and says so`, async ({
    page,
    baseURL,
    watch,
  }) => {
    const home = await openLikes(page, baseURL);
    const path = pathOf('swipe-game');
    const gone = await removeScripts(page, path, await islandScripts(page, path, part));
    await page.goto(home + path);
    await expect(message(page)).toContainText(t('shell:error_safe'));
    expect(gone.loads()).toBe(2);
    gone.comesBack = true;
    await message(page)
      .getByRole('link', { name: t('shell:retry') })
      .click();
    await expectArrived(page);
    expect(gone.loads()).toBe(3);
    expectOnlyGone(watch.errors);
  });

test('SH30: a page is not loaded again without the server', async ({ page, baseURL, watch }) => {
  const home = await openLikes(page, baseURL);
  const path = pathOf('swipe-game');
  const gone = await removeScripts(page, path, await islandScripts(page, path, 'main'));
  await page.route(home + path, (route) =>
    route.request().method() === 'HEAD' ? route.abort('connectionreset') : route.fallback(),
  );
  await page.goto(home + path);
  await expect(message(page)).toContainText(t('shell:error_safe'));
  expect(gone.loads()).toBe(1);
  expectOnlyGone(watch.errors);
});

test('SH30: a page with an island that works is not loaded again for another one', async ({ page, baseURL, watch }) => {
  const home = await openLikes(page, baseURL);
  const path = pathOf('profile');
  const menu =
    (await page.locator('astro-island[component-url*=AccountMenu]').first().getAttribute('component-url')) ?? '';
  let arrived = (): void => undefined;
  const isThere = new Promise<void>((done) => (arrived = done));
  await page.route(`**${menu}*`, async (route) => {
    await isThere;
    await route.fulfill({ status: 404, body: 'gone' });
  });
  let [loads, asked] = [0, 0];
  page.on('request', (request) => {
    loads += Number(request.isNavigationRequest());
    // A page asks for the server before it is loaded again.
    asked += Number(request.method() === 'HEAD');
  });
  await page.goto(home + path, { waitUntil: 'commit' });
  const field = page.getByRole('textbox').first();
  await field.fill('typed');
  const failed = page.waitForEvent('console', (said) => said.text().includes('Error hydrating'));
  arrived();
  await failed;
  // Once it is answered, all that the page has asked for before is counted.
  await page.evaluate(async () => void (await fetch(location.href)));
  await expect(field).toHaveValue('typed');
  expect([loads, asked]).toEqual([1, 0]);
  expectOnlyGone(watch.errors);
});
