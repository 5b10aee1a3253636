// Messages to a conversation after its screen was left are unread until it is opened again.
import { chats } from '#contract/chats';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test, userOf } from '#tests/support/browser';
import { badge, newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();

test('CH9 CH10 CH16: a message to a conversation that was left is not marked as read', async ({ baseURL, browser }) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  const [me, them] = [await ownId(page), await ownId(other)];
  await page.goto(home + pathOf('members-id-chat', 'en', { id: them }));
  await write(page, site, 'en', 'Good evening.');
  await page
    .locator(`.topnav a[href="${pathOf('chats')}"]:visible, a.chat-back:visible`)
    .first()
    .click();
  await page.waitForURL(/\/chats$/);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === chats.read.path) reports.push(request.url());
  });
  await other.goto(home + pathOf('members-id-chat', 'en', { id: me }));
  await write(other, site, 'en', 'Good evening to you.');
  const row = page.locator('.chat-rows a').first();
  await expect(row).toContainText('Good evening to you.');
  await expect(badge(page, 'chats')).toHaveText('1');
  await expect(page).toHaveTitle(/^\(1\) /);
  // A tab that considered it read would have said so before it asks anything else.
  await userOf(page);
  expect(reports).toEqual([]);
  await expect(badge(page, 'chats')).toHaveText('1');
  await expect(other.locator('.msg-mine.msg-read')).toHaveCount(0);
  await row.click();
  await expect(badge(page, 'chats')).toHaveCount(0);
  await expect(other.locator('.msg-mine.msg-read')).toHaveCount(1);
  expect(reports).not.toEqual([]);
});
