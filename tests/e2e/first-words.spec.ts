// The first words of a conversation: opening lines, and what looks like a scam, for who writes and for who reads.
import type { Page } from '@playwright/test';
import { ICEBREAKERS } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { safety } from '#contract/safety';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  test,
  userOf,
  words,
} from '#tests/support/browser';
import { newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

const field = (page: Page) => page.getByRole('textbox', { name: t('chats:message') });
const log = (page: Page) => page.getByRole('log');

test('CH29 CH30 CH20: an opening line is declined, put into the field, and sent for the price of a message', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(other) }));
  const dialog = page.getByRole('dialog', { name: t('icebreakers:heading') });
  const open = page.getByRole('button', { name: t('icebreakers:open') });
  await open.click();
  await expect(dialog.getByRole('radio')).toHaveCount(ICEBREAKERS);
  await expect(dialog).toContainText(t('shell:cost', { count: site.siteSettings.message_credits }));
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await dialog.getByRole('button', { name: t('icebreakers:no') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  const [first, second] = [t('icebreakers:line_1'), t('icebreakers:line_2')];
  await open.click();
  await dialog.getByRole('radio', { name: first }).check();
  await dialog.getByRole('button', { name: t('icebreakers:change') }).click();
  await expect(field(page)).toHaveValue(first);
  await expect(field(page)).toBeFocused();
  // A line never replaces what is written.
  await expect(open).toHaveCount(0);
  await field(page).fill('');
  await open.click();
  await dialog.getByRole('radio', { name: second }).check();
  await dialog.getByRole('button', { name: new RegExp(t('shell:cost', { count: 1 })) }).click();
  await expect(log(page).getByText(second)).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await expect(page.locator('.msg-sending')).toHaveCount(0);
  await expect(page.locator('.chat-balance')).toHaveText('3');
  expect((await userOf(page)).credits).toBe(3);
});

test('DE10 DE101: words about money are asked about once, for who writes and for who reads; one press reports them', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  const [me, them] = [await ownId(page), await ownId(other)];
  /** Once the rules are there. */
  const openChat = async (on: Page, id: string): Promise<void> => {
    const asked = on.waitForResponse((response) => new URL(response.url()).pathname === safety.words.path);
    await on.goto(home + pathOf('members-id-chat', 'en', { id }));
    await asked;
  };
  await openChat(page, them);
  const text = 'Could you send money for my ticket?';
  const send = page.locator('.composer-send');
  const sure = page.getByRole('dialog', { name: t('scam:sure_heading') });
  await field(page).fill(text);
  await send.click();
  await expect(sure).toContainText(t('scam:sure_money'));
  await expectAccessible(page);
  await sure.getByRole('button', { name: t('scam:change') }).click();
  await expect(sure).toHaveCount(0);
  await expect(field(page)).toHaveValue(text);
  await send.click();
  await sure.getByRole('button', { name: t('scam:send_anyway') }).click();
  await expect(log(page).getByText(text)).toHaveCount(1);
  // Of the same topic nothing is asked again.
  await write(page, site, 'en', 'Or send money next week.');

  await openChat(other, me);
  const notes = other.locator('.msg-note');
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText(t('scam:bother_money'));
  await expect(other.locator('.msg-note [role=status]')).toHaveCount(0);
  await expectAccessible(other);
  await expectNoSideScroll(other);
  await notes
    .first()
    .getByRole('button', { name: t('scam:report') })
    .click();
  // Of the same topic nothing more is asked.
  await expect(notes).toHaveText([t('scam:reported')]);
  // The page is left and opened again, as a long list draws its messages anew.
  await other
    .locator(`.topnav a[href="${pathOf('chats')}"]:visible, a.chat-back:visible`)
    .first()
    .click();
  await other.waitForURL(/\/chats$/);
  await other.locator('.chat-rows a').first().click();
  await expect(notes).toHaveText([t('scam:reported')]);
});
