// The measure of what moves by itself finds what does, and nothing else.
import { expect, test } from '#tests/support/browser';

test.use({ isStill: true });

test('SH25: what moves by itself is found with its name; what follows an act is not', async ({
  page,
  baseURL,
  watch,
}) => {
  const address = new URL('/still', baseURL).href;
  const body =
    '<!doctype html><meta name="viewport" content="width=device-width"><main class="late" style="height:300px;background:#ccc">Text</main>';
  const last = `${address}-last`;
  await page.route(`${address}*`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const push = () =>
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
  await page.goto(address);
  await push();
  await expect.poll(() => watch.shifts.join()).toContain('/still');
  expect(watch.shifts.splice(0).join()).toContain('main.late');

  await page.goto(address);
  await page.keyboard.press('a');
  await push();
  // What the last page moves is found after it, so this one had its turn.
  await page.goto(last);
  await push();
  await expect.poll(() => watch.shifts.join()).toContain('/still-last ');
  expect(watch.shifts.splice(0)).toEqual([expect.stringMatching(/^\/still-last .*main\.late/)]);
});
