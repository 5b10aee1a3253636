// How words are written and set: compositions, letters from right to left, accents without end, and too many letters.
import type { Locator, Page } from '@playwright/test';
import { chats } from '#contract/chats';
import { pathOf } from '#domain/routes';
import { expect, firstSite, logIn, origin, test, words } from '#tests/support/browser';
import { newcomer, newMember, ownId, premium } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const HEBREW = 'שלום, מה שלומך? 123 abc.';

/** Pixels from the left edge of the screen to where a part of the element’s text begins and ends. */
const placeOf = (element: Locator, part: string): Promise<{ left: number; right: number }> =>
  element.evaluate((box, wanted) => {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }
    throw new Error(`${wanted} is not in the element.`);
  }, part);

/** Enter as Safari sends it when it ends a composition: after `compositionend`, with the code of a composition. */
const endComposition = (field: Locator): Promise<void> =>
  field.evaluate((element) => {
    const enter = { key: 'Enter', keyCode: 229, isComposing: false, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', enter));
  });

/** The bodies of the messages that the page sends. */
function sentBy(page: Page): string[] {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === chats.send.path) texts.push(request.postData() ?? '');
  });
  return texts;
}

test.describe('at a keyboard', () => {
  // On a touch screen Enter begins a line.
  test.use({ isMobile: false, hasTouch: false });

  test('CH16 CH21: Enter that ends a composition sends nothing; the next one sends the message once @desktop', async ({
    page,
    baseURL,
    browser,
  }) => {
    const home = origin(site, baseURL);
    const other = await newMember(browser, site, home, newcomer());
    await logIn(page, site, home, premium);
    await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(other) }));
    const sent = sentBy(page);
    const field = page.getByRole('textbox', { name: t('chats:message') });
    await field.fill('こんにちは');
    await endComposition(field);
    await expect(field).toHaveValue('こんにちは');
    await field.press('Enter');
    await expect(page.locator('.msg-sent').getByText('こんにちは')).toHaveCount(1);
    expect(sent).toHaveLength(1);
  });
});

test('CH16 ME15: words and names from right to left keep their direction, and piled-up accents their bubble', async ({
  page,
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const other = await newMember(browser, site, home, { ...newcomer(), name: 'דוד כהן' });
  const id = await ownId(other);
  await logIn(page, site, home, premium);
  await page.goto(home + pathOf('members-id', 'en', { id }));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('דוד');
  const age = /\d+/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
  // The name is on the left of the age, as in the reader’s language.
  expect((await placeOf(heading, age)).left).toBeGreaterThan((await placeOf(heading, 'דוד')).right);

  await page.goto(home + pathOf('members-id-chat', 'en', { id }));
  const field = page.getByRole('textbox', { name: t('chats:message') });
  await field.fill(HEBREW);
  await expect(field).toHaveCSS('direction', 'rtl');
  await page.locator('.composer-send').click();
  const bubble = page.locator('.msg-sent').filter({ hasText: HEBREW });
  await expect(bubble).toHaveCount(1);
  await expect(bubble).toHaveCSS('overflow-y', 'clip');
  const said = bubble.locator('.msg-text');
  await expect(said).toHaveCSS('direction', 'rtl');
  // What comes last stands at the left end.
  expect((await placeOf(said, 'abc')).right).toBeLessThan((await placeOf(said, 'שלום')).left);

  await field.fill(`a${'\u0301'.repeat(9)}`);
  await expect(page.getByText(t('errors:field_too_many_marks'))).toBeVisible();
  await page.locator('.composer-send').click();
  await expect(page.locator('.msg-mine')).toHaveCount(1);
});

test('CH16: the count of letters beyond the limit is wholly on a narrow screen', async ({ page, baseURL, browser }) => {
  const home = origin(site, baseURL);
  const other = await newMember(browser, site, home, newcomer());
  await logIn(page, site, home, premium);
  await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(other) }));
  const limit = site.siteSettings.message_length;
  const tooLong = `${'word '.repeat(limit).slice(0, limit + 149)}!`;
  await page.getByRole('textbox', { name: t('chats:message') }).fill(tooLong);
  const count = page.getByText(t('chats:too_long', { count: 150 }));
  await expect(count).toBeVisible();
  await expect(count).toBeInViewport({ ratio: 1 });
  const lost = await count.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, bottom } = range.getBoundingClientRect();
    const box = element.closest('.composer')?.getBoundingClientRect();
    return [Math.max(0, -left), Math.max(0, right - innerWidth), Math.max(0, bottom - (box?.bottom ?? 0))];
  });
  expect(lost).toEqual([0, 0, 0]);
  await page.locator('.composer-send').click();
  await expect(page.locator('.msg-sent')).toHaveCount(0);
});
