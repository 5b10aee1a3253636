// The measure of what moves by itself, which every browser test has: it finds what does, and nothing else.
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser';

const BODY =
  '<!doctype html><meta name="viewport" content="width=device-width"><main class="late" style="height:300px;background:#ccc">Text</main>';

/** Answers these addresses with a page of one block. */
async function servePages(page: Page, address: string): Promise<void> {
  await page.route(`${address}*`, (route) => route.fulfill({ contentType: 'text/html', body: BODY }));
}

/** How long before it moves there was an act, in milliseconds; what it waited for meanwhile. */
interface Act {
  readonly before: number;
  readonly request?: string;
}

/** Moves the block by something that comes late. */
const push = (page: Page, act?: Act): Promise<void> =>
  page.evaluate(async (acted) => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    if (acted) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
      const answer = acted.request === undefined ? null : fetch(acted.request);
      const end = performance.now() + acted.before;
      while (performance.now() < end) await frame();
      document.dispatchEvent(new Event('waited'));
      await answer;
    }
    const late = document.createElement('p');
    late.style.height = '200px';
    late.style.margin = '0';
    document.querySelector('main')?.before(late);
    await frame();
    await frame();
  }, act);

test('SH25: what moves by itself is found with its name; what answers an act is not', async ({
  page,
  baseURL,
  watch,
}) => {
  const address = new URL('/still', baseURL).href;
  const last = `${address}-last`;
  await servePages(page, address);
  await page.goto(address);
  await push(page);
  await expect.poll(() => watch.shifts.join()).toContain('/still');
  expect(watch.shifts.splice(0).join()).toContain('main.late');
  // An act excuses only what comes soon after it.
  await page.goto(address);
  await push(page, { before: 700 });
  await expect.poll(() => watch.shifts.splice(0).join()).toContain('main.late');

  await page.goto(address);
  await push(page, { before: 0 });
  // The request outlasts the half second.
  const request = `${address}-answer`;
  const waited = Promise.withResolvers<void>();
  await page.exposeFunction('endWait', waited.resolve);
  await page.route(request, async (route) => {
    await waited.promise;
    await route.fulfill({ body: 'answer' });
  });
  await page.goto(address);
  await page.evaluate(() =>
    document.addEventListener('waited', () => (globalThis as unknown as { endWait: () => void }).endWait()),
  );
  await push(page, { before: 700, request });
  // What the last page moves is found after them, so they had their turn.
  await page.goto(last);
  await push(page);
  await expect.poll(() => watch.shifts.join()).toContain('/still-last ');
  expect(watch.shifts.splice(0)).toEqual([expect.stringMatching(/^\/still-last .*main\.late/)]);
});

test.describe('with a reason', () => {
  test.use({ mayMoveBecause: 'The test itself moves what is on the page.' });

  test('SH25: a test that names why something moves may move it', async ({ page, baseURL, watch }) => {
    const address = new URL('/still', baseURL).href;
    await servePages(page, address);
    await page.goto(address);
    await push(page);
    const moved = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
              type: 'layout-shift',
              buffered: true,
            }),
          ),
      );
    expect(await moved()).toBe(1);
    expect(watch.shifts).toEqual([]);
  });
});
