// The measure of what moves by itself, which every browser test has: it finds what does, and nothing else.
import type { Page } from '@playwright/test';
import { expect, STILL, test } from '#tests/support/browser';

/** Answers these addresses with a page of one block. */
async function servePages(page: Page, address: string, role = 'main'): Promise<void> {
  const block = '<div class="late" style="height:300px;background:#ccc">Text</div>';
  const body = `<!doctype html><meta name="viewport" content="width=device-width"><div role="${role}">${block}</div>`;
  await page.route(`${address}*`, (route) => route.fulfill({ contentType: 'text/html', body }));
}

/** How long before it moves there was an act, in milliseconds; what it waited for meanwhile. Or there was news. */
interface Act {
  readonly before: number;
  readonly isNews?: boolean;
  readonly request?: string;
  readonly script?: string;
}

/** Moves the block by something that comes late, of that height. */
const push = (page: Page, act?: Act, height = 400): Promise<void> =>
  page.evaluate(
    async ([acted, size]) => {
      const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      if (acted?.isNews) {
        const channel = new BroadcastChannel('news');
        const heard = new Promise((done) => channel.addEventListener('message', done));
        new BroadcastChannel('news').postMessage('news');
        await heard;
      } else if (acted) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
        const answer = acted.request === undefined ? null : fetch(acted.request);
        const script = acted.script === undefined ? null : import(acted.script);
        const end = performance.now() + acted.before;
        while (performance.now() < end) await frame();
        document.dispatchEvent(new Event('waited'));
        await Promise.all([answer, script]);
      }
      const late = document.createElement('p');
      late.style.height = `${size}px`;
      late.style.margin = '0';
      document.querySelector('.late')?.before(late);
      await frame();
      await frame();
    },
    [act, height] as const,
  );

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
  expect(watch.shifts.splice(0).join()).toContain('div.late');
  // An act excuses only what comes soon after it.
  await page.goto(address);
  await push(page, { before: 3200 });
  await expect.poll(() => watch.shifts.splice(0).join()).toContain('div.late');

  await page.goto(address);
  await push(page, { before: 0 });
  // The request, or the script, outlasts the seconds after the act.
  let waited = Promise.withResolvers<void>();
  await page.exposeFunction('endWait', () => waited.resolve());
  for (const late of [{ request: `${address}-answer` }, { script: `${address}-part.js` }]) {
    waited = Promise.withResolvers<void>();
    await page.route(late.request ?? late.script, async (route) => {
      await waited.promise;
      await route.fulfill({ contentType: 'text/javascript', body: '1' });
    });
    await page.goto(address);
    await page.evaluate(() =>
      document.addEventListener('waited', () => (globalThis as unknown as { endWait: () => void }).endWait()),
    );
    await push(page, { before: 3200, ...late });
  }
  // What the last page moves is found after them, so they had their turn.
  await page.goto(last);
  await push(page);
  await expect.poll(() => watch.shifts.join()).toContain('/still-last ');
  expect(watch.shifts.splice(0)).toEqual([expect.stringMatching(/^\/still-last .*div\.late/)]);
});

test('SH25: news may move the conversation that it is in, and nothing else', async ({ page, baseURL, watch }) => {
  const address = new URL('/still', baseURL).href;
  await servePages(page, `${address}-page`);
  await servePages(page, `${address}-talk`, 'log');
  for (const name of ['talk', 'page']) {
    await page.goto(`${address}-${name}`);
    await push(page, { before: 0, isNews: true });
  }
  await expect.poll(() => watch.shifts.join()).toContain('/still-page ');
  // Without news it may not.
  await page.goto(`${address}-talk`);
  await push(page);
  await expect.poll(() => watch.shifts.join()).toContain('/still-talk ');
  expect(watch.shifts.splice(0)).toEqual([expect.stringMatching(/^\/still-page /), expect.stringMatching(/talk /)]);
});

test.describe('where nothing may move', () => {
  test.use(STILL);

  test('SH25: a line of text that comes by itself is found, one that answers an act is not', async ({
    page,
    baseURL,
    watch,
  }) => {
    const address = new URL('/still', baseURL).href;
    await servePages(page, address);
    for (const [name, act] of [
      ['act', { before: 0 }],
      ['alone', undefined],
    ] as const) {
      await page.goto(`${address}-${name}`);
      await push(page, act, 24);
    }
    await expect.poll(() => watch.shifts.join()).toContain('/still-alone ');
    expect(watch.shifts.splice(0)).toEqual([expect.stringMatching(/^\/still-alone .*div\.late/)]);
  });
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
