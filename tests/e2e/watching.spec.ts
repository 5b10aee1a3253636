// The monitor of the browser tests: it reports faults on any page of any device of a test.
import { pathOf } from '#domain/routes';
import { expect, firstSite, newDevice, origin, test } from '#tests/support/browser';

test('uncaught errors, console errors, policy reports and requests to other hosts are reported on every page of every device', async ({
  page,
  baseURL,
  browser,
  context,
  watch,
}) => {
  const home = origin(firstSite(), baseURL);
  const device = await newDevice(browser);
  const pages = { first: page, second: await context.newPage(), other: await device.newPage() };
  for (const [name, each] of Object.entries(pages)) {
    await each.goto(home + pathOf('login'));
    await each.evaluate((where) => {
      setTimeout(() => {
        throw new Error(`thrown on ${where}`);
      });
      console.error(`said on ${where}`);
      // Refused by the page's policy before any request.
      new Image().src = 'https://elsewhere.invalid/picture.png';
    }, name);
    await expect.poll(() => watch.errors).toContain(`thrown on ${name}`);
    await expect.poll(() => watch.errors.some((error) => error.startsWith(`said on ${name}`))).toBe(true);
    await expect.poll(() => watch.errors.some((error) => error.includes('Content Security Policy'))).toBe(true);
    await expect.poll(() => watch.reports.length).toBeGreaterThan(0);
    expect(watch.foreign).toHaveLength(1);
    watch.foreign.length = 0;
    watch.errors.length = 0;
    watch.reports.length = 0;
  }
});
