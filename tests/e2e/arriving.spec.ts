// A public page that is still loading: what is on the screen stays in place.
import { expect, firstSite, origin, test } from '#tests/support/browser';
import { opened } from '#tests/support/public-pages';

const site = firstSite();

test.use({ refusals: true, screenshot: 'off' });

test('no public page is painted before its bar is complete, which would shift the page', async ({ page, baseURL }) => {
  const early: string[] = [];
  for await (const { kind } of opened(page, site, origin(site, baseURL))) {
    const waits = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=expect][blocking=render]:not([media])')].some((link) => {
        const begins = document.querySelector(link.getAttribute('href') ?? 'none');
        const bar = document.querySelector('.topbar');
        return begins && bar && bar.compareDocumentPosition(begins) & Node.DOCUMENT_POSITION_FOLLOWING;
      }),
    );
    if (!waits) early.push(kind.name);
  }
  expect(early).toEqual([]);
});

test('the footer of a public page starts at its final position, even on a partially loaded page', async ({
  page,
  baseURL,
}) => {
  const moved: string[] = [];
  let seen = 0;
  for await (const { kind } of opened(page, site, origin(site, baseURL))) {
    const foot = page.locator('.footer');
    if ((await foot.count()) === 0) continue;
    seen += 1;
    const by = await foot.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      for (const child of element.children) (child as HTMLElement).style.display = 'none';
      return element.getBoundingClientRect().top - top;
    });
    if (by !== 0) moved.push(`${kind.name}: ${by} px`);
  }
  expect(seen).toBeGreaterThan(0);
  expect(moved).toEqual([]);
});
