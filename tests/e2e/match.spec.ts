// A like that is returned: what both members see, on the lists of likes and in the dialog of a match.
import type { Locator, Page, TestInfo } from '@playwright/test';
import { likes } from '#contract/likes';
import { pathOf } from '#domain/routes';
import {
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  newDevice,
  origin,
  sampledScreen,
  test,
  words,
} from '#tests/support/browser';
import { joinAndLogIn } from '#tests/support/signing-up';
import { badge, newcomer, ownId } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

/** A press on the phone, and the keyboard alone on a wide screen. */
async function press(target: Locator, { project }: TestInfo): Promise<void> {
  if (project.name === 'phone') await target.click();
  else await target.press('Enter');
}

/** Other dialogs may come by themselves. */
const news = (page: Page): Locator => page.locator('dialog.match');

const answered = (page: Page, { method, path }: typeof likes.add | typeof likes.remove): Promise<unknown> =>
  page.waitForResponse((answer) => answer.request().method() === method && new URL(answer.url()).pathname === path);

test(
  'LI2 LI5 LI7 LI9 LI10 LI11: a like arrives as new, returned it is a match for both, and taken back it stays in place until the list is left',
  { tag: sampledScreen('match') },
  async ({ page: anna, baseURL, browser }, info) => {
    const home = origin(site, baseURL);
    const [named, other] = [newcomer(), newcomer()];
    await joinAndLogIn(anna, site, home, 'en', named);
    const robin = await (await newDevice(browser)).newPage();
    await joinAndLogIn(robin, site, home, 'en', other);
    const [annaId, robinId] = [await ownId(anna), await ownId(robin)];

    await anna.goto(home + pathOf('members-id', 'en', { id: robinId }));
    const isSent = answered(anna, likes.add);
    await press(anna.locator('.btn-like'), info);
    await isSent;
    await expect(badge(robin, 'likes')).toHaveText('1');

    await robin.goto(home + pathOf('likes'));
    const card = robin.locator(`li:has(a[href="${pathOf('likes-m-id', 'en', { id: annaId })}"])`);
    await expect(card).toContainText(t('likes:new'));
    await expectAccessible(robin);
    await expectNoSideScroll(robin);
    const heart = card.getByRole('button', { name: t('likes:like', { name: named.name }) });
    await press(heart, info);

    await test.step('both are told, and the next step is one press away', async () => {
      for (const [page, name] of [
        [robin, named.name],
        [anna, other.name],
      ] as const) {
        const dialog = news(page);
        await expect(dialog.getByRole('heading', { name: t('likes:match_heading', { name }) })).toBeVisible();
        await expect(dialog.getByRole('link', { name: t('likes:match_write') })).toBeVisible();
        await expectAccessible(page);
        await expectNoSideScroll(page);
      }
      await robin.keyboard.press('Escape');
      await expect(news(robin)).toBeHidden();
      await news(anna)
        .getByRole('link', { name: t('likes:match_photo', { name: other.name }) })
        .click();
      await anna.waitForURL(home + pathOf('likes-m-id', 'en', { id: robinId }));
      await expect(news(anna)).toBeHidden();
    });

    await test.step('the lists show the match; a like taken back leaves it in place', async () => {
      await expect(card).toContainText(t('likes:mutual'));
      const matches = robin
        .getByRole('navigation', { name: t('likes:tabs') })
        .getByRole('link', { name: t('likes:tab_matches') });
      await press(matches, info);
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      const isTakenBack = answered(robin, likes.remove);
      await press(heart, info);
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      await isTakenBack;
      await expectAccessible(robin);
      await robin.reload();
      await expect(robin.getByRole('heading', { name: t('likes:empty_matches_heading') })).toBeVisible();
    });
  },
);
