// One member on two devices with three tabs each: all of them show the same (how soon: `npm run bench screens`), over
// one live connection a browser.
import type { BrowserContext, Page, Request } from '@playwright/test';
import { liveStream } from '#contract/events';
import { pathOf } from '#domain/routes';
import { expect, firstSite, logIn, newDevice, origin, test, words } from '#tests/support/browser';
import { badge, chooseLanguage, confirm, join, newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();

/** The open live connections of a browser. */
function openStreams(context: BrowserContext): ReadonlySet<Request> {
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().endsWith(liveStream.path)) open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** All tabs at once. */
const all = (tabs: readonly Page[], shows: (tab: Page) => Promise<unknown>): Promise<unknown> =>
  Promise.all(tabs.map(shows));

test('AC19 CH9 CH10: two devices with three tabs each agree on counts, credits and language @desktop', async ({
  page,
  baseURL,
  browser,
  context,
}) => {
  const home = origin(site, baseURL);
  const who = newcomer();
  const open = openStreams(context);
  await join(page, site, 'en', home, who);
  await confirm(context, site, 'en', home, who.email);
  const device = await newDevice(browser);
  const openThere = openStreams(device);
  const first = await device.newPage();
  await logIn(first, site, home, who);
  const here = [page, await context.newPage(), await context.newPage()];
  const there = [first, await device.newPage(), await device.newPage()];
  const tabs = [...here, ...there];
  for (const tab of tabs) await tab.goto(home + pathOf('members'));
  const other = await newMember(browser, site, home, newcomer());
  await all(tabs, (tab) => expect(tab.locator('.nav-pending')).toHaveCount(0));
  await expect.poll(() => [open.size, openThere.size]).toEqual([1, 1]);

  await test.step('unread messages', async () => {
    await other.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(page) }));
    await write(other, site, 'en', 'One for all your screens.');
    await all(tabs, (tab) =>
      Promise.all([expect(tab).toHaveTitle(/^\(1\) /), expect(badge(tab, 'chats')).toHaveText('1')]),
    );
    await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(other) }));
    await expect(page.getByRole('log').getByText('One for all your screens.')).toHaveCount(1);
    await all(tabs, (tab) =>
      Promise.all([expect(tab).not.toHaveTitle(/^\(/), expect(badge(tab, 'chats')).toHaveCount(0)]),
    );
  });

  await test.step('credits', async () => {
    const balance = (tab: Page, count: number) =>
      tab.getByText(words(site, 'en')('credits:balance', { count }), { exact: true });
    for (const tab of tabs.slice(1)) {
      await tab.goto(home + pathOf('credits'));
      await expect(balance(tab, 4)).toBeVisible();
    }
    await write(page, site, 'en', 'Seen, and answered.');
    await Promise.all([
      expect(page.locator('.chat-balance')).toHaveText('3'),
      ...tabs.slice(1).map((tab) => expect(balance(tab, 3)).toBeVisible()),
    ]);
  });

  await test.step('language', async () => {
    await page.goto(home + pathOf('members'));
    await expect(page.locator('.nav-pending')).toHaveCount(0);
    await chooseLanguage(page, 'nl');
    await page.waitForURL(home + pathOf('members', 'nl'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(site, 'nl')('members:heading'));
    await all(tabs.slice(1), async (tab) => {
      await Promise.all([
        expect(tab).toHaveURL(home + pathOf('credits', 'nl')),
        expect(tab.getByText(words(site, 'nl')('credits:balance', { count: 3 }), { exact: true })).toBeVisible(),
      ]);
    });
    const third = await (await newDevice(browser)).newPage();
    await logIn(third, site, home, who, 'nl');
    // No other language was chosen meanwhile: loading a page on an older device does not revert it.
    await first.reload();
    await expect(first).toHaveURL(home + pathOf('credits', 'nl'));
    await third.reload();
    await expect(third).toHaveURL(home + pathOf('members', 'nl'));
  });
  await expect.poll(() => [open.size, openThere.size]).toEqual([1, 1]);
});
