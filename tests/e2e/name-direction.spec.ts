// Names in another direction of writing, wherever members are listed.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { expect, firstSite, logIn, origin, test } from '#tests/support/browser';
import { memberLikeOthers } from '#tests/support/similar-profile';

const site = firstSite();

/** Where names and ages of members stand, one after the other. */
const NAMES = '.card-name strong, .swipe-who h2, .chat-row-name b, h1.person-name';

/** Every member is called דוד: on each such line, whether the name stands left of the age, as in "דוד, 36". */
const areInOrder = (page: Page): Promise<boolean[]> =>
  page.locator(NAMES).evaluateAll((lines) =>
    lines
      .filter((line) => line.textContent.includes('דוד') && line.checkVisibility())
      .map((line) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const places = new Map<string, number>();
        for (let text = walker.nextNode(); text; text = walker.nextNode())
          for (const part of ['דוד', /\d+/.exec(text.textContent ?? '')?.[0] ?? 'no age']) {
            const at = (text.textContent ?? '').indexOf(part);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + part.length);
            places.set(part === 'דוד' ? 'name' : 'age', range.getBoundingClientRect().left);
          }
        return (places.get('name') ?? NaN) < (places.get('age') ?? NaN);
      }),
  );

/** Runs in the page, before its scripts. */
function callEveryoneDavid(): void {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await plainFetch(input, init);
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
    const text = (await answer.text()).replaceAll(/("name":")[^"]*(","age")/g, '$1דוד$2');
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}

test('DE8 ME18 LI2 LI15 ME27 SG5 CH1: a name written from right to left stands before the age on every screen with members', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await logIn(
    page,
    site,
    home,
    demoLogins.find(({ email }) => email === 'nl@demo.example'),
  );
  await page.addInitScript(callEveryoneDavid);
  const addresses = [
    pathOf('members'),
    pathOf('likes-type', 'en', { type: 'sent' }),
    pathOf('swipe-game'),
    pathOf('signup-matches'),
    pathOf('chats'),
  ];
  const expectInOrder = async (): Promise<void> => {
    await expect(async () => {
      const lines = await areInOrder(page);
      expect(lines).not.toHaveLength(0);
      expect(lines).not.toContain(false);
    }).toPass();
  };
  for (const address of addresses) {
    await page.goto(home + address);
    await expectInOrder();
  }
  await page.goto(home + pathOf('members-id', 'en', { id: await memberLikeOthers(page, 0) }));
  await expect(page.locator('.similar a.card-person').first()).toBeVisible();
  await expectInOrder();
});
