// Quick navigation in the members area: a page change interrupted by the next one is no fault.
import type { Page } from '@playwright/test';
import { auth } from '#contract/auth';
import { members } from '#contract/members';
import { pathOf } from '#domain/routes';
import { MOVING, STILL, expect, firstSite, logIn, origin, test, userOf, words } from '#tests/support/browser';
import { sampled } from '#tests/support/samples';

test.use({ ...MOVING, ...STILL });

const site = firstSite();
const t = words(site, 'en');
/** Times from a new address to the next step, in milliseconds: before, during and after each part of a page change. */
const PAUSES = [0, 10, 40, 80, 160];
const profile = /\/members\/[0-9a-f-]{36}$/;

/** The paths of the calls that the islands make. */
function asked(page: Page, path: string): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === path) queries.push(searchParams);
  });
  return queries;
}

/** Goes through the history by these steps: the next one as soon as the address has changed, after that pause. */
async function move(page: Page, steps: readonly number[], pause: number): Promise<void> {
  await page.evaluate(
    async ([list, wait]) => {
      for (const step of list) {
        const moved = new Promise((done) => addEventListener('popstate', done, { once: true }));
        history.go(step);
        await moved;
        await new Promise((done) => setTimeout(done, wait));
      }
    },
    [steps, pause] as const,
  );
}

for (const pause of sampled('pauses', PAUSES, 2))
  test(`ME1 ME2: going back and forth faster than the pages change, every ${pause} ms, ends on the right page without an error`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    await logIn(page, site, home);
    await page.goto(`${home}${pathOf('members')}?gender=any&two_way=0&min_age=18&max_age=99`);
    await page.getByRole('link', { name: t('members:next') }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole('link', { name: t('members:previous') })).toBeVisible();
    const card = page.locator('a.card-person').first();
    const link = await card.getAttribute('href');
    await card.click();
    await page.waitForURL(profile);
    const name = await page.locator('h1.person-name').textContent();
    const opened = asked(page, members.view.path);
    const searched = asked(page, members.search.path);

    await move(page, [-1, 1, -1, 1, -2, 2, -1], pause);
    await expect(page).toHaveURL(/page=2/);
    await expect(card).toHaveAttribute('href', link ?? '');
    await move(page, [1, -1, 1, -2, 2], pause);
    await expect(page).toHaveURL(profile);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
    expect(new Set(opened.map((query) => query.get('id')))).toEqual(new Set([link?.split('/').at(-1)]));
    expect(searched.filter((query) => query.get('min_age') !== '18').map(String)).toEqual([]);
  });

test('a fault in a page change is still reported', async ({ page, baseURL, watch }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await page.evaluate(() => {
    const fail = (): never => {
      throw new Error('a fault of ours');
    };
    document.addEventListener('astro:before-swap', (event) => {
      Object.assign(event, { swap: fail });
    });
  });
  await page.locator('a.card-person').first().click();
  await expect.poll(() => watch.errors).toContain('a fault of ours');
  watch.errors.length = 0;
});

/**
 * The pages that navigation fetches. The worker's copy of the offline page is none, and neither is the look for a new
 * version (src/lib/version.ts), which a live connection that opens late or again starts.
 */
function fetchedPages(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isPage = request.resourceType() === 'fetch' && !/^\/api\/|\.json$/.test(pathname);
    if (isPage && request.headers()['accept'] !== 'text/html') paths.push(pathname);
  });
  return paths;
}
const barLink = (page: Page, route: string) =>
  page.locator(`:is(.topnav, .bottombar) a[href="${pathOf(route)}"]`).filter({ visible: true });

test('a page change keeps the bars, marks the link, starts at the top, and is announced @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await expect(page.locator('a.card-person').first()).toBeVisible();
  await page.locator('.topbar').evaluate((bar) => bar.setAttribute('data-seen', 'before'));
  await barLink(page, 'likes').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes:heading'));
  await expect(page.locator('.topbar')).toHaveAttribute('data-seen', 'before');
  await expect(barLink(page, 'likes')).toHaveAttribute('aria-current', 'page');
  await expect(barLink(page, 'members')).not.toHaveAttribute('aria-current');
  await expect(page.locator('[data-language=de]')).toHaveAttribute('href', pathOf('likes', 'de'));
  await expect(page.locator('.astro-route-announcer')).toHaveText(new RegExp(t('shell:title_likes')));
  await expect(page.locator('.astro-route-announcer')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('shell:skip') })).toBeFocused();
});

test('the way back restores the scroll position, and the content is there at once', async ({ page, baseURL }) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  await page.goto(`${home}${pathOf('members')}?gender=any&two_way=0&min_age=18&max_age=99`);
  const card = page.locator('a.card-person').last();
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(300);
  await card.click();
  await page.waitForURL(profile);
  await expect(page.locator('h1.person-name')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const shifts = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        // The moved footer in the first frame is the page change, not a shift of the new page.
        let begun = Infinity;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (entry.startTime > begun) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift' });
        const finish = (): void => {
          requestAnimationFrame(() => requestAnimationFrame((now) => (begun = now - 1)));
          let frames = 0;
          const count = (): void => {
            if ((frames += 1) < 45) requestAnimationFrame(count);
            else done(sum);
          };
          requestAnimationFrame(count);
        };
        document.addEventListener('astro:page-load', finish, { once: true });
      }),
  );
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  expect(await shifts).toBeLessThan(0.02);
});

test('only pages of the members area are prefetched, each once', async ({ page, baseURL }) => {
  const fetched = fetchedPages(page);
  // Until the account is known, the bar cannot tell whether it leads to credits or to premium.
  const account = Promise.withResolvers<void>();
  await page.route(`**${auth.user.path}`, async (route) => {
    const { pathname } = new URL(route.request().frame().url());
    // The pages before it also ask, to log in.
    if (pathname === pathOf('members')) await account.promise;
    await route.continue();
  });
  await logIn(page, site, origin(site, baseURL));
  const known = [pathOf('members'), pathOf('chats'), pathOf('likes')];
  await expect.poll(() => [...fetched].sort()).toEqual(known.sort());
  account.resolve();
  const bars = [...known, pathOf('premium')];
  await expect.poll(() => [...fetched].sort()).toEqual(bars.sort());
  await expect(page.locator('a.card-person').first()).toBeVisible();
  for (const route of ['likes', 'chats', 'members']) {
    await barLink(page, route).click();
    await page.waitForURL((url) => url.pathname === pathOf(route));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect([...fetched].sort()).toEqual(bars.sort());
});

test('a browser that saves data fetches a page only when its link is pressed @desktop', async ({ page, baseURL }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const fetched = fetchedPages(page);
  await logIn(page, site, origin(site, baseURL));
  await expect(page.locator('a.card-person').first()).toBeVisible();
  // The prefetcher is there, and a press is enough.
  await expect(async () => {
    await barLink(page, 'chats').dispatchEvent('pointerdown');
    expect(fetched).toEqual([pathOf('chats')]);
  }).toPass();
  await barLink(page, 'likes').hover();
  // What it does when idle is done by then, and asked before this.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
  await userOf(page);
  expect(fetched).toEqual([pathOf('chats')]);
  await barLink(page, 'likes').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('likes:heading'));
  expect(fetched).toEqual([pathOf('chats'), pathOf('likes')]);
});
