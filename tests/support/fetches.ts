// Waits until a public page has fetched everything that it fetches by itself.
import { expect, type Page, type Request } from '@playwright/test';

/** Two frames: what has just changed is drawn, and what it needs is asked for. */
const drawnAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Watches the requests of a page from now on; the answer waits until all are over, in the page that is then open. */
export function watchFetches(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) open.clear();
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    // The last thing that the page asks for by itself (src/layouts/inline/visitor.js).
    await page.locator('html[data-face]').waitFor({ state: 'attached' });
    // An answer can lead to another request: a member, then the photo.
    for (let round = 0; round < 3; round += 1) {
      await drawnAgain(page);
      await expect.poll(() => [...open].map((request) => request.url())).toEqual([]);
    }
    await drawnAgain(page);
  };
}
