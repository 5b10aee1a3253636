// The measure of what moves by itself, which every browser test has: it finds what does, and nothing else.
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser';

const BODY =
  '<!doctype html><meta name="viewport" content="width=device-width"><main class="late" style="height:300px;background:#ccc">Text</main>';

/** Answers these addresses with a page of one block. */
async function servePages(page: Page, address: string): Promise<void> {
  await page.route(`${address}*`, (route) => route.fulfill({ contentType: 'text/html', body: BODY }));
}

/** Moves the block by something that comes late. */
const push = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const late = document.createElement('p');
    late.style.height = '200px';
    late.style.margin = '0';
    document.querySelector('main')?.before(late);
    await frame();
    await frame();
  });

test('SH25: what moves by itself is found with its name; what follows an act is not', async ({
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

  await page.goto(address);
  await page.keyboard.press('a');
  await push(page);
  // What the last page moves is found after it, so this one had its turn.
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
