// What a browser really fetches of a page before its visitor acts, pictures that may come later among it, within the page's budget.
import { pathOf, routes } from '#domain/routes';
import { budgetOf } from '#scripts/checks/budgets';
import { expect, firstSite, origin, test } from '#tests/support/browser';
import { someMember } from '#tests/support/public-pages';

/** Over their budget by the photo of the member, which comes by itself after the page. They may become lighter, not heavier. */
const KNOWN_HEAVIER: Readonly<Record<string, number>> = {
  'members-id-landing': 48_000,
  'members-id-landing2-slug': 48_000,
  'members-id-landing3-slug': 48_000,
};

// The phone that takes the largest pictures, whatever the project's screen.
test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 });

test('a phone fetches no more than a page’s budget of what stands on its first two screens @phone', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const home = origin(firstSite(), baseURL);
  const { id } = await someMember(page, home);
  const over: string[] = [];
  const pages = routes.filter(
    ({ world, screen, listed, layout }) => world === 'public' && screen && (listed || layout === 'lander'),
  );
  for (const { name, world } of pages) {
    await page.goto(home + pathOf(name, 'en', { id }), { waitUntil: 'networkidle' });
    const bytes = await page.evaluate(() => {
      const far = [...document.images].filter(
        (image) => image.loading === 'lazy' && image.getBoundingClientRect().top > 2 * innerHeight,
      );
      const left = new Set(far.map(({ currentSrc }) => currentSrc));
      const fetched = performance.getEntries().filter((entry) => 'encodedBodySize' in entry && !left.has(entry.name));
      return (fetched as PerformanceResourceTiming[]).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    });
    const most = KNOWN_HEAVIER[name] ?? budgetOf({ world, route: name })?.first ?? 0;
    if (bytes > most) over.push(`${name}: ${bytes} bytes; at most ${most}`);
    expect(bytes, name).toBeGreaterThan(20_000);
  }
  expect(over).toEqual([]);
});
