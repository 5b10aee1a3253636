// One member on two devices with three tabs each: all of them say the same, over one live connection a browser.
import type { BrowserContext, Request } from '@playwright/test';
import { liveStream } from '#contract/events';
import { pathOf } from '#domain/routes';
import { entered, expect, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { confirm, join, newcomer, otherBrowser, ownId, premium, write } from '#tests/support/story';

test.use({ refusals: true });

/** The live connections a browser holds right now. */
function openStreams(context: BrowserContext): ReadonlySet<Request> {
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().endsWith(liveStream.path)) open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return open;
}

test('AC19 CH9 CH10: two devices with three tabs each agree on counts, credits and language', async ({
  page,
  baseURL,
  browser,
  context,
}) => {
  test.setTimeout(120_000);
  const site = firstSite();
  const home = origin(site, baseURL);
  const who = newcomer();
  const open = openStreams(context);
  await join(page, site, 'en', home, who);
  await confirm(context, site, 'en', home, who.email);
  const device = await entered(await browser.newContext({ viewport: page.viewportSize() ?? null }));
  const openThere = openStreams(device);
  const first = await device.newPage();
  await logIn(first, site, home, { ...premium, email: who.email, password: who.password });
  const tabs = [
    page,
    await context.newPage(),
    await context.newPage(),
    first,
    await device.newPage(),
    await device.newPage(),
  ];
  for (const tab of tabs) await tab.goto(home + pathOf('members'));
  const mine = await ownId(page);
  const { page: other } = await otherBrowser(browser, page, site, home);

  await other.goto(home + pathOf('members-id-chat', 'en', { id: mine }));
  await write(other, site, 'en', 'One for all your screens.');
  for (const tab of tabs) await expect(tab).toHaveTitle(/^\(1\) /);

  await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(other) }));
  await expect(page.getByRole('log').getByText('One for all your screens.')).toHaveCount(1);
  for (const tab of tabs) await expect(tab).not.toHaveTitle(/^\(/);

  const balance = (count: number): string => words(site, 'en')('credits:balance', { count });
  for (const tab of tabs.slice(1)) {
    await tab.goto(home + pathOf('credits'));
    await expect(tab.getByText(balance(4))).toBeVisible();
  }
  await write(page, site, 'en', 'Seen, and answered.');
  for (const tab of tabs.slice(1)) await expect(tab.getByText(balance(3))).toBeVisible();

  await page.goto(home + pathOf('members'));
  await page.locator('header details:has([data-language]) > summary').click();
  await page.locator('header a[data-language="nl"]').click();
  await page.waitForURL(home + pathOf('members', 'nl'));
  await expect
    .poll(() =>
      first.evaluate(
        async () => ((await (await fetch('/api/user.php')).json()) as { user: { language: string } }).user.language,
      ),
    )
    .toBe('nl');
  const third = await entered(await browser.newContext({ viewport: page.viewportSize() ?? null }));
  const login = await third.newPage();
  await login.goto(home + pathOf('login'));
  await login.getByLabel(words(site, 'en')('auth:email'), { exact: true }).fill(who.email);
  await login.getByLabel(words(site, 'en')('auth:password'), { exact: true }).fill(who.password);
  await login.keyboard.press('Enter');
  await login.waitForURL(home + pathOf('members', 'nl'));
  await third.close();
  await expect.poll(() => [open.size, openThere.size]).toEqual([1, 1]);
  await other.context().close();
  await device.close();
});
