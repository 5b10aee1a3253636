// The display face of public pages: they are painted without it, the font swaps in later, and nothing shifts.
import { LANGUAGE } from '#domain/limits';
import { isEntrance, pathOf, routes } from '#domain/routes';
import { expect, firstSite, IN_WHOLE_BROWSER, origin, sites, test } from '#tests/support/browser';
import { watchFetches } from '#tests/support/fetches';
import { someMember } from '#tests/support/public-pages';
import { sampled } from '#tests/support/samples';

interface Seen {
  readonly shifts: string[];
}

const entrances = routes.filter((route) => route.screen && isEntrance(route));
const looks = [...sites.map((site) => ({ site, language: 'en' })), { site: firstSite(), language: 'pl' }];

test.use({ ...IN_WHOLE_BROWSER, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

for (const { site, language } of sampled('face', looks, 1))
  test(`nothing shifts when the display face loads on the landers of ${site.folder} in ${language}`, async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    await page.context().addCookies([{ name: LANGUAGE.cookie, value: language, url: home }]);
    await page.addInitScript(() => {
      const seen = Object.assign(globalThis, { shifts: [] as string[] });
      let wornAt = Infinity;
      new MutationObserver(() => (wornAt = Math.min(wornAt, performance.now()))).observe(document, {
        attributeFilter: ['data-face'],
        subtree: true,
      });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.startTime >= wornAt) seen.shifts.push(JSON.stringify(entry));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const { id } = await someMember(page, home);
    const allFetched = watchFetches(page);
    const moved: string[] = [];
    for (const { name } of entrances) {
      await page.goto(home + pathOf(name, language, { id }));
      await page.locator('html[data-face]').waitFor({ state: 'attached' });
      const heading = page.locator('h1').first();
      const family = await heading.evaluate((element) => getComputedStyle(element).fontFamily);
      const isWorn = (await heading.getAttribute('data-fits')) === 'true';
      expect(family, name).toMatch(isWorn ? /^"?Display"?,/ : /^"?Display fallback"?,/);
      expect(await page.evaluate(() => document.fonts.check('1em Display')), name).toBe(true);
      await allFetched();
      const shifts = await page.evaluate(() => (globalThis as unknown as Seen).shifts);
      moved.push(...shifts.map((shift) => `${name}: ${shift}`));
    }
    expect(moved).toEqual([]);
  });
