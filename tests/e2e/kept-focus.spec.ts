// Where the focus goes when what had it is gone: a deleted message, and the last card of the swipe game.
import type { Page } from '@playwright/test';
import { chats } from '#contract/chats';
import { swipe, type SwipeDeck } from '#contract/swipe';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { newcomer, newMember, ownId, premium, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test('CH14 CH8: after a message is deleted the focus is in the conversation; a hard load of the list marks the chat opened last @desktop', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const partner = await ownId(await newMember(browser, site, home, newcomer()));
  await logIn(page, site, home, premium);
  await page.goto(home + pathOf('members-id-chat', 'en', { id: partner }));
  await write(page, site, 'en', 'Never mind.');
  await page.getByRole('button', { name: t('chats:delete_message') }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chats:discard'), exact: true })
    .press('Enter');
  await expect(page.getByRole('log').getByText(t('chats:deleted_mine'))).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('log')).toBeFocused();

  // The list answers first, before anyone knows whose it is.
  await page.route('**/api/user.php', async (route) => {
    await page.locator('.chat-row').first().waitFor();
    await route.continue();
  });
  const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname === chats.list.path);
  await page.goto(home + pathOf('chats'));
  await listed;
  await expect(page.locator('.chat-row-last')).toHaveCount(1);
});

/** One card is all there is. */
const onlyOneCard = (page: Page): Promise<unknown> =>
  page.addInitScript((path) => {
    const plainFetch = globalThis.fetch;
    let shown: string | null = null;
    globalThis.fetch = async (input, init) => {
      const answer = await plainFetch(input, init);
      if (new URL(answer.url).pathname !== path || answer.status !== 200) return answer;
      const deck = (await answer.json()) as Partial<SwipeDeck>;
      shown ??= deck.profiles?.[0]?.id ?? '';
      return Response.json({
        ...deck,
        ...(deck.profiles && { profiles: deck.profiles.filter(({ id }) => id === shown) }),
      });
    };
  }, swipe.deck.path);

test('LI15 LI16: after the last card, and once it was brought back, the focus is on the heading of what follows @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(page, site, home, premium);
  await onlyOneCard(page);
  await page.goto(home + pathOf('swipe-game'));
  const pass = page.locator('.swipe-actions button').nth(1);
  await pass.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t('swipe:none_heading') })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^${t('swipe:undo', { name: '' })}`) }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t('swipe:heading') })).toBeFocused();
  await expect(page.locator('.swipe-card[data-place=top]')).toHaveCount(1);
});
