// A conversation of 10,000 messages: few of them are in the document, and none moves when older ones are loaded.
import type { Page } from '@playwright/test';
import { chats, type Message } from '#contract/chats';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test, words } from '#tests/support/browser';
import { newcomer, newMember, ownId, write } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');
const ALL = 10_000;
/** Larger pages than the server has, so that all are loaded in a few steps. */
const PAGE = 2500;

const textOf = (seq: number): string => `Number ${seq}.${' And so on.'.repeat(seq % 7)}`;

/** Answers about the open conversation as the server has, with that many messages in it. */
async function lengthen(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes(`${chats.messages.path}?`));
  await page.reload();
  const body = (await (await answer).json()) as { conversation: { id: string } };
  await page.route(`**${chats.messages.path}?*`, async (route) => {
    const { searchParams } = new URL(route.request().url());
    const before = Number(searchParams.get('before') ?? ALL + 1);
    const first = Math.max(1, before - (searchParams.has('before') ? PAGE : 30));
    const message = (seq: number): Message => ({
      ...{ client_id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`, conversation: body.conversation.id },
      ...{ seq, mine: seq % 3 === 0, text: textOf(seq), at: '2026-05-04T10:00:00.000Z', held: false },
    });
    const messages = searchParams.has('after')
      ? []
      : Array.from({ length: before - first }, (_, at) => message(first + at));
    await route.fulfill({ json: { ...body, messages, more: first > 1 } });
  });
}

const log = (page: Page) => page.getByRole('log');
const bubbles = (page: Page) => log(page).locator('.msg');
const message = (page: Page, seq: number) => log(page).getByText(`Number ${seq}.`);
/** As a turned wheel does, after which what moves answers it. */
const scrollTo = (page: Page, end: 'top' | 'bottom'): Promise<void> =>
  log(page).evaluate((box, to) => {
    box.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    box.scrollTop = to === 'top' ? 0 : box.scrollHeight;
  }, end);

/** Scrolls to the top once the list has stood still for 20 frames: it corrects its place until all in sight is measured. */
async function toTop(page: Page): Promise<void> {
  await log(page).evaluate(
    (box) =>
      new Promise<void>((resolve) => {
        let [last, still] = [-1, 0];
        const look = (): void => {
          still = box.scrollTop === last ? still + 1 : 0;
          last = box.scrollTop;
          if (still < 20) requestAnimationFrame(look);
          else resolve();
        };
        look();
      }),
  );
  await scrollTo(page, 'top');
}

test('CH13: 10,000 messages stay smooth: few are in the document, and what one reads stays in place', async ({
  baseURL,
  browser,
}) => {
  const home = origin(site, baseURL);
  const page = await newMember(browser, site, home, newcomer());
  const other = await newMember(browser, site, home, newcomer());
  await page.goto(home + pathOf('members-id-chat', 'en', { id: await ownId(other) }));
  await write(page, site, 'en', 'Good evening.');
  await lengthen(page);
  await page.reload();
  await expect(message(page, ALL)).toBeInViewport();
  await expect(bubbles(page)).toHaveCount(30);
  let oldest = ALL - 29;
  const older = page.getByRole('button', { name: t('chats:older') });
  while (oldest > 1) {
    await toTop(page);
    const reading = oldest;
    oldest = Math.max(1, oldest - PAGE);
    await expect(log(page).locator('.talk-long')).toBeVisible();
    await expect(message(page, reading)).toBeInViewport();
    expect(await bubbles(page).count()).toBeLessThan(80);
    if (oldest > 1) await expect(older).toHaveCount(1);
  }
  await expect(older).toHaveCount(0);
  await toTop(page);
  await expect(message(page, 1)).toBeInViewport();
  await scrollTo(page, 'bottom');
  await expect(message(page, ALL)).toBeInViewport();
  expect(await bubbles(page).count()).toBeLessThan(80);
});
