// A conversation on five devices of one member, and on one that was without a network.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, firstSite, logIn, newDevice, origin, test, userOf, words } from '#tests/support/browser';
import { badge, newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

const log = (page: Page) => page.getByRole('log');
const chatWith = (id: string): string => pathOf('members-id-chat', 'en', { id });
/** On all pages at once. */
const all = (pages: readonly Page[], shows: (page: Page) => Promise<unknown>): Promise<unknown> =>
  Promise.all(pages.map(shows));

async function deleteLast(page: Page): Promise<void> {
  const mine = page.locator('.msg-mine').last();
  await mine.hover();
  await mine.getByRole('button', { name: t('chats:delete_message') }).click();
  await page.getByRole('button', { name: t('chats:discard'), exact: true }).click();
}

test.describe('five devices', () => {
  test.use({ mayMoveBecause: 'a chat that is deleted on another device leaves the list' });

  test('G8 CH9 CH10 CH14 CH18 CH35: what is read or deleted on one is on all @desktop', async ({
    baseURL,
    browser,
  }) => {
    const home = origin(site, baseURL);
    const who = newcomer();
    const first = await newMember(browser, site, home, who);
    const other = await newMember(browser, site, home, newcomer());
    const [me, them] = [await ownId(first), await ownId(other)];
    const pages = [first];
    for (let device = 1; device < 5; device += 1) {
      const page = await (await newDevice(browser)).newPage();
      await logIn(page, site, home, who);
      pages.push(page);
    }
    for (const page of pages) await page.goto(home + pathOf('chats'));
    await all(pages, (page) => expect(page.locator('.nav-pending')).toHaveCount(0));
    await other.goto(home + chatWith(me));
    await write(other, site, 'en', 'One for five screens.');
    await all(pages, (page) =>
      Promise.all([
        expect(page.locator('.chat-rows a').first()).toContainText('One for five screens.'),
        expect(badge(page, 'chats')).toHaveText('1'),
      ]),
    );
    await first.locator('.chat-rows a').first().click();
    // The list stays beside the conversation.
    await expect(log(first).getByText('One for five screens.')).toBeVisible();
    await expect(first.locator('.chat-rows a[aria-current="page"]')).toBeVisible();
    await all(pages, (page) => expect(badge(page, 'chats')).toHaveCount(0));
    await expect(other.locator('.msg-mine.msg-read')).toHaveCount(1);

    for (const page of pages) await page.goto(home + chatWith(them));
    await write(first, site, 'en', 'Seen on all of them.');
    await all(pages, (page) => expect(log(page).getByText('Seen on all of them.')).toHaveCount(1));
    await deleteLast(first);
    await all(pages, (page) => expect(log(page)).toContainText(t('chats:deleted_mine')));
    await deleteLast(other);
    await all(pages, (page) => expect(log(page)).toContainText(t('chats:deleted_theirs')));
    await all([...pages, other], (page) => expect(log(page)).not.toContainText('screens.'));

    for (const page of pages.slice(1)) await page.goto(home + pathOf('chats'));
    await all(pages.slice(1), (page) => expect(page.locator('.chat-rows a')).toHaveCount(1));
    await first.locator('.chat-bar summary').click();
    await first.getByRole('button', { name: t('chats:delete_chat') }).click();
    await first
      .getByRole('dialog')
      .getByRole('link', { name: t('chats:delete_chat') })
      .click();
    await all(pages, (page) => expect(page.getByRole('heading', { name: t('chats:empty_heading') })).toBeVisible());
    await expect(other.locator('.msg')).toHaveCount(2);
  });
});

test('G3 CH35 CH36: what was written without a network is sent once when it is back, and what was missed is there', async ({
  baseURL,
  browser,
  watch,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  const [me, them] = [await ownId(page), await ownId(other)];
  await page.goto(home + chatWith(them));
  await write(page, site, 'en', 'Before the tunnel.');
  await other.goto(home + chatWith(me));
  await page.context().setOffline(true);
  for (const text of ['In the tunnel.', 'Still in it.']) {
    await page.getByRole('textbox', { name: t('chats:message') }).fill(text);
    await page.locator('.composer-send').click();
    await expect(log(page).getByText(text)).toHaveCount(1);
  }
  await expect(page.locator('.msg-failed')).toHaveCount(2);
  await write(other, site, 'en', 'Are you there?');
  await page.context().setOffline(false);
  await expect(page.locator('.msg-failed')).toHaveCount(0);
  await expect(log(page).getByText('Are you there?')).toHaveCount(1);
  for (const text of ['In the tunnel.', 'Still in it.'])
    for (const each of [page, other]) await expect(log(each).getByText(text)).toHaveCount(1);
  const sent = ['Before the tunnel.', 'Are you there?', 'In the tunnel.', 'Still in it.'];
  for (const each of [page, other]) await expect(each.locator('.msg-text')).toHaveText(sent);
  expect((await userOf(page)).credits).toBe(1);
  // The lost connection is what is tested.
  watch.errors.splice(0, Infinity, ...watch.errors.filter((error) => !error.includes('net::ERR_')));
});
