// The lander socialnetwork in a browser: the questions that open below the answer, and the answer's way to the signup
// page.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import {
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

const site = firstSite();
const t = words(site, 'en');
const thread = pathOf('landers-socialnetwork-slug');
const ANSWER = 'Bread & "soup"';

test.use({ refusals: true });

const field = (page: Page) =>
  page.getByLabel(t('lander-socialnetwork:answer'), { exact: true }).and(page.locator('textarea'));
const join = (page: Page) => page.getByRole('button', { name: t('lander-socialnetwork:action') });
const ways = (page: Page) => page.getByRole('link', { name: t('lander-socialnetwork:action') });

/** Fills the opened questions with the keyboard alone, and sends the form. */
async function answerByKeyboard(page: Page, year: string): Promise<void> {
  await field(page).focus();
  await page.keyboard.type(ANSWER);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type(year);
  await page.keyboard.press('Tab');
  await expect(join(page)).toBeFocused();
  await page.keyboard.press('Enter');
}

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script });

    test('LA8: the first screen asks for the answer alone; the other questions open on input', async ({
      page,
      baseURL,
    }) => {
      await page.goto(origin(site, baseURL) + thread);
      await expect(field(page)).toBeInViewport();
      await expect(join(page)).toBeHidden();
      await expect(page.getByLabel(t('signup:birth_day'))).toBeHidden();
      await ways(page).click();
      await expect(field(page)).toBeFocused();
      await expect(join(page)).toBeVisible();
      await expect(ways(page)).toBeHidden();
      await page.getByText(t('signup:gender_female'), { exact: true }).click();
      await expect(page.getByLabel(t('signup:gender_female'), { exact: true })).toBeChecked();
      await page.getByRole('heading', { level: 1 }).click();
      await expect(join(page)).toBeVisible();
    });

    test('LA8 SG32: an answer by keyboard becomes the first words on the signup page', async ({ page, baseURL }) => {
      await page.goto(origin(site, baseURL) + thread);
      await answerByKeyboard(page, '1990');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await expect(page.getByLabel(t('signup:message'), { exact: true })).toHaveValue(ANSWER);
    });

    test('LA8 SG32: a refused first step keeps the answer and shows every question', async ({ page, baseURL }) => {
      await page.goto(origin(site, baseURL) + thread);
      await answerByKeyboard(page, String(new Date().getFullYear() - 10));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lander-socialnetwork:title'));
      await expect(field(page)).toHaveValue(ANSWER);
      await expect(page.locator('[data-field-error=date_of_birth]')).not.toBeEmpty();
      await expect(page.locator('[data-field-error=date_of_birth]')).toBeVisible();
    });
  });
}

for (const each of sampled('social network', sites, 2)) {
  for (const language of sampled('languages of social network', ['en', 'de', 'pl', 'fi'], 2))
    test(`LA8: the thread is no wider than the screen, open and closed, in ${each.folder}, in ${language}`, async ({
      page,
      baseURL,
    }) => {
      await page.goto(origin(each, baseURL) + pathOf('landers-socialnetwork-slug', language));
      await expectNoSideScroll(page);
      await page.locator('textarea').click();
      await expectNoSideScroll(page);
    });

  test(`LA8: the thread is accessible, open and closed, in ${each.folder}`, async ({ page, baseURL }) => {
    await page.goto(origin(each, baseURL) + pathOf('landers-socialnetwork-slug', 'fi'));
    await expectAccessible(page);
    await page.locator('textarea').click();
    await expectAccessible(page);
  });
}
