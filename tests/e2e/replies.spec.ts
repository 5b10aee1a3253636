// Reacting to a message and answering it with a quote: in the sheet by touch, and with the keyboard alone.
import type { Browser, Locator, Page } from '@playwright/test';
import type { ReactionId } from '#contract/chats';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const GREETING = 'Good evening.';
const QUESTION = 'Tea or coffee?';

interface Talk {
  /** Has written both messages. */
  readonly writer: Page;
  readonly reader: Page;
}

/** Two new members with the conversation open. */
async function startTalk(browser: Browser, home: string): Promise<Talk> {
  const writer = await newMember(browser, site, home, newcomer());
  const reader = await newMember(browser, site, home, newcomer());
  const [mine, theirs] = [await ownId(writer), await ownId(reader)];
  await writer.goto(home + pathOf('members-id-chat', 'en', { id: theirs }));
  await write(writer, site, 'en', GREETING);
  await write(writer, site, 'en', QUESTION);
  await reader.goto(home + pathOf('members-id-chat', 'en', { id: mine }));
  await expect(message(reader, QUESTION)).toBeVisible();
  return { writer, reader };
}

/** The bubble that says this itself, not in a quote. */
const message = (page: Page, text: string): Locator =>
  page.locator('.msg').filter({ has: page.locator('.msg-text', { hasText: text }) });
const respond = (bubble: Locator): Locator => bubble.getByRole('button', { name: t('chats:respond') });
const sheet = (page: Page): Locator => page.getByRole('dialog', { name: t('chats:respond') });
const choice = (page: Page, reaction: ReactionId): Locator =>
  sheet(page).getByRole('button', { name: t(`chats:reaction_${reaction}`), exact: true });
const field = (page: Page): Locator => page.getByRole('textbox', { name: t('chats:message') });
const draftQuote = (page: Page): Locator => page.locator('.draft-quote');

/** What both members are told of the reaction to a message; null for none. */
async function expectReaction({ writer, reader }: Talk, text: string, reaction: ReactionId | null): Promise<void> {
  for (const [page, words] of [
    [reader, 'chats:reaction_own'],
    [writer, 'chats:reaction'],
  ] as const) {
    const shown = message(page, text).locator('.msg-reaction');
    if (reaction) await expect(shown).toHaveText(t(words, { reaction: t(`chats:reaction_${reaction}`) }));
    else await expect(shown).toHaveCount(0);
  }
}

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('DE62: in the sheet a message gets a reaction, another one, none again, and an answer that quotes it', async ({
    baseURL,
    browser,
  }) => {
    const talk = await startTalk(browser, origin(site, baseURL));
    const { writer, reader } = talk;
    await respond(message(reader, QUESTION)).tap();
    await expect(sheet(reader)).toBeVisible();
    await expect(sheet(reader).locator('.msg-quote-text')).toHaveText(QUESTION);
    await expectAccessible(reader);
    await expectNoSideScroll(reader);
    await choice(reader, 'heart').tap();
    await expect(sheet(reader)).toHaveCount(0);
    await expectReaction(talk, QUESTION, 'heart');
    await expectReaction(talk, GREETING, null);
    await expectAccessible(reader);

    for (const [pressed, left] of [
      ['laugh', 'laugh'],
      ['laugh', null],
    ] as const) {
      await respond(message(reader, QUESTION)).tap();
      await expect(sheet(reader).getByRole('button', { pressed: true })).toHaveCount(1);
      await choice(reader, pressed).tap();
      await expectReaction(talk, QUESTION, left);
    }

    await respond(message(reader, QUESTION)).tap();
    await sheet(reader)
      .getByRole('button', { name: t('chats:reply'), exact: true })
      .tap();
    await expect(field(reader)).toBeFocused();
    await expect(draftQuote(reader)).toContainText(QUESTION);
    await expectAccessible(reader);
    await expectNoSideScroll(reader);
    await draftQuote(reader)
      .getByRole('button', { name: t('chats:quote_drop') })
      .tap();
    await expect(draftQuote(reader)).toHaveCount(0);
    await expect(field(reader)).toBeFocused();

    await respond(message(reader, GREETING)).tap();
    await sheet(reader)
      .getByRole('button', { name: t('chats:reply'), exact: true })
      .tap();
    await write(reader, site, 'en', 'The same to you!');
    await expect(draftQuote(reader)).toHaveCount(0);
    for (const page of [reader, writer])
      await expect(message(page, 'The same to you!').locator('.msg-quote-text')).toHaveText(GREETING);
    // Who wrote the quoted message is told from each side.
    await expect(message(writer, 'The same to you!').locator('.msg-quote b')).toHaveText(t('chats:own'));
    await expect(message(reader, 'The same to you!').locator('.msg-quote b')).not.toHaveText(t('chats:own'));
    await expectAccessible(writer);
  });
});

test.describe('at a keyboard', () => {
  // On a touch screen Enter begins a line.
  test.use({ isMobile: false, hasTouch: false });

  test('DE62: the sheet is walked by Tab, left by Escape, and gives the focus back; an own message is answered at once @desktop', async ({
    baseURL,
    browser,
  }) => {
    const talk = await startTalk(browser, origin(site, baseURL));
    const { writer, reader } = talk;
    const opener = respond(message(reader, QUESTION));
    await opener.press('Enter');
    await expect(sheet(reader)).toBeVisible();
    await expectAccessible(reader);
    await reader.keyboard.press('Escape');
    await expect(sheet(reader)).toHaveCount(0);
    await expect(opener).toBeFocused();

    await opener.press('Enter');
    await expect(sheet(reader).getByRole('button', { name: t('shell:close') })).toBeFocused();
    for (const reaction of ['heart', 'laugh', 'wow'] as const) {
      await reader.keyboard.press('Tab');
      await expect(choice(reader, reaction)).toBeFocused();
    }
    await reader.keyboard.press('Space');
    await expect(sheet(reader)).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expectReaction(talk, QUESTION, 'wow');

    await opener.press('Enter');
    await expect(choice(reader, 'wow')).toHaveAttribute('aria-pressed', 'true');
    await sheet(reader)
      .getByRole('button', { name: t('chats:reply'), exact: true })
      .press('Enter');
    await expect(field(reader)).toBeFocused();
    await reader.keyboard.type('Coffee, please.');
    await reader.keyboard.press('Enter');
    for (const page of [reader, writer])
      await expect(message(page, 'Coffee, please.').locator('.msg-quote-text')).toHaveText(QUESTION);

    await message(reader, 'Coffee, please.')
      .getByRole('button', { name: t('chats:reply'), exact: true })
      .press('Enter');
    await expect(reader.getByRole('dialog')).toHaveCount(0);
    await expect(field(reader)).toBeFocused();
    await expect(draftQuote(reader).locator('b')).toHaveText(t('chats:own'));
    await reader.keyboard.type('With milk.');
    await reader.keyboard.press('Enter');
    await expect(message(writer, 'With milk.').locator('.msg-quote-text')).toHaveText('Coffee, please.');
    await expectAccessible(reader);
  });
});
