// The bytes that a browser fetches of a page before its visitor acts, lazy pictures included, stay within the page's
// budget.
import type { Page } from '@playwright/test';
import { pathOf, routes } from '#domain/routes';
import { budgetOf } from '#scripts/build/page-budget';
import { expect, firstSite, origin, sites, test } from '#tests/support/browser';
import { watchFetches } from '#tests/support/fetches';
import { someMember } from '#tests/support/public-pages';

// The phone that takes the largest pictures, on every project's screen.
test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 });

const pages = routes.filter(
  ({ world, screen, listed, layout }) => world === 'public' && screen && (listed || layout === 'lander'),
);
const landersForOne = pages.filter(({ path }) => path.startsWith('/members/:id/landing'));

/** What the open page has fetched for its first two screens. */
const fetchedBefore = (page: Page): Promise<{ name: string; bytes: number }[]> =>
  page.evaluate(() => {
    const far = [...document.images].filter(
      (image) => image.loading === 'lazy' && image.getBoundingClientRect().top > 2 * innerHeight,
    );
    const left = new Set(far.map(({ currentSrc }) => currentSrc));
    const fetched = performance.getEntries().filter((entry) => 'encodedBodySize' in entry && !left.has(entry.name));
    return (fetched as PerformanceResourceTiming[]).map(({ name, encodedBodySize: bytes }) => ({ name, bytes }));
  });

/** The pages in this language over their budget, each as a sentence. */
async function tooHeavy(page: Page, home: string, language: string, of: typeof pages): Promise<string[]> {
  const { id } = await someMember(page, home);
  const allFetched = watchFetches(page);
  const over: string[] = [];
  for (const route of of) {
    const { name, world } = route;
    await page.goto(home + pathOf(name, language, { id }));
    if (landersForOne.includes(route))
      await expect(page.locator('.portrait img[src^="/media/photos/"]')).toBeAttached();
    await allFetched();
    const fetched = await fetchedBefore(page);
    const bytes = fetched.reduce((sum, each) => sum + each.bytes, 0);
    const most = budgetOf({ world, route: name })?.first ?? 0;
    if (bytes > most) over.push(`${home} ${language} ${name}: ${bytes} bytes; at most ${most}`);
    // The lightest page with its display face; less would mean that something was not counted.
    expect(bytes, name).toBeGreaterThan(18_900);
    expect(fetched.map((each) => new URL(each.name).pathname)).toContain('/fonts/display.woff2');
    const photos = fetched.filter((each) => each.name.endsWith('-400.avif') && each.bytes > 1000);
    expect(photos, name).toHaveLength(landersForOne.includes(route) ? 1 : 0);
  }
  return over;
}

test('a phone fetches no more than a page’s budget for its first two screens', async ({ page, baseURL }) => {
  expect(await tooHeavy(page, origin(firstSite(), baseURL), 'en', pages)).toEqual([]);
});

// Polish texts and faces weigh most; a member's photo loads after the page.
for (const site of sites)
  test(`a lander for one member stays within its budget at ${site.folder}, the photo included`, async ({
    page,
    baseURL,
  }) => {
    expect(landersForOne).toHaveLength(3);
    expect(await tooHeavy(page, origin(site, baseURL), 'pl', landersForOne)).toEqual([]);
  });
