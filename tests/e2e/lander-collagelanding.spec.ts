// The lander collagelanding in a browser: overlaps hide nothing, reduced motion is respected, and the first step works
// by keyboard.
import type { Page } from '@playwright/test';
import { signupChoices } from '#domain/orientation';
import { pathOf } from '#domain/routes';
import {
  MOVING,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  sites,
  test,
  words,
} from '#tests/support/browser';
import { sampled } from '#tests/support/samples';

test.use(MOVING);

const site = firstSite();
const board = (language = 'en'): string => pathOf('landers-collagelanding-slug', language);

/** Words and controls of the board that another element covers. */
const hiddenOnes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('.board') ?? document.body;
    const covered: string[] = [];
    const look = (owner: Element, { left, top, width, height }: DOMRect, name: string): void => {
      for (const share of [0.06, 0.5, 0.94]) {
        const hit = document.elementFromPoint(left + width * share, top + height / 2);
        if (!hit || owner.contains(hit) || hit.contains(owner) || hit.closest('label')?.contains(owner)) continue;
        covered.push(`${name} under ${hit.className}`);
      }
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const owner = node.parentElement;
      if (!owner || !node.textContent?.trim() || owner.closest('option') || !owner.checkVisibility()) continue;
      owner.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) look(owner, rect, node.textContent.trim());
    }
    for (const control of root.querySelectorAll('.segmented label, .btn')) {
      if (!control.checkVisibility()) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      look(control, control.getBoundingClientRect(), control.textContent.trim());
    }
    return covered;
  });

const expectNothingHidden = async (page: Page): Promise<void> => {
  expect(await hiddenOnes(page)).toEqual([]);
  await expectNoSideScroll(page);
};

/** With the longest words, which are checked in every run and on every screen. */
const LONGEST = 'fi';

for (const each of sampled('collage', sites, 2)) {
  for (const language of [LONGEST, ...sampled('language of collage', ['en', 'de', 'pl'], 1)]) {
    const screens = language === LONGEST ? ' @both' : '';
    test(`LA4: no scrap covers words or targets, in ${each.folder}, in ${language}${screens}`, async ({
      page,
      baseURL,
    }) => {
      await page.goto(origin(each, baseURL) + board(language));
      await expectNothingHidden(page);
      await page.setViewportSize({ width: 768, height: 1024 });
      await expectNothingHidden(page);
    });
  }

  test(`LA4: the board is accessible, in ${each.folder}`, async ({ page, baseURL }) => {
    await page.goto(origin(each, baseURL) + board('fi'));
    await expectAccessible(page);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expectAccessible(page);
  });
}

test('LA4: the scraps are almost straight with reduced motion', async ({ page, baseURL }) => {
  const tilt = async (): Promise<number> =>
    Math.abs(parseFloat(await page.locator('.print-1').evaluate((print) => getComputedStyle(print).rotate)));
  await page.goto(origin(site, baseURL) + board());
  const usual = await tilt();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(usual).toBeGreaterThan(2);
  expect(await tilt()).toBeLessThanOrEqual(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('LA4 SG32: the free space is filled by keyboard, and the answers are on the signup page', async ({
    page,
    baseURL,
  }) => {
    const t = words(site, 'nl');
    const { seeks } = signupChoices(site.niche.members.mix);
    await page.goto(origin(site, baseURL) + board('nl'));
    await page.getByLabel(t('signup:gender_female'), { exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: t('lander-collagelanding:action') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
    await expect(page.getByLabel(t('signup:gender_female'), { exact: true })).toBeChecked();
    await expect(page.getByLabel(t(`signup:seeks_${seeks[0]?.value}`), { exact: true })).toBeChecked();
  });
});
