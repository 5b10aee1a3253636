// The lander tinderswipe in a browser: by mouse or finger, by keys, without JavaScript, and in browsers that cannot
// stack its cards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pageFile, pathOf } from '#domain/routes';
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
import { fillStart } from '#tests/support/signing-up';

test.use(MOVING);

const site = firstSite();
const path = pathOf('landers-tinderswipe');
const t = words(site, 'en');
/** The example people in the order of the cards. */
const [second, first, third] = site.niche.previews.map(({ name, age }) => ({
  name,
  card: t('members:card', { name, age }),
}));
if (!first || !second || !third) throw new Error('A site has four previews.');

const card = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const yourTurn = (page: Page): Locator => page.getByRole('heading', { name: t('lander-tinderswipe:you_heading') });

async function drag(page: Page, of: Locator, by: number): Promise<void> {
  const box = await of.boundingBox();
  if (!box) throw new Error('The card is not on the page.');
  const [x, y] = [box.x + box.width / 2, box.y + 80];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + by * part, y + 4);
}

test('LA2: a short drag returns the card, a long one throws it, and nothing is sent @both', async ({
  page,
  baseURL,
}) => {
  await page.goto(origin(site, baseURL) + path);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') sent.push(request.url());
  });
  const top = card(page, first.card);
  await drag(page, top, 40);
  // eslint-disable-next-line no-restricted-syntax -- The pause makes the drag a slow one: a fast one throws the card.
  await page.waitForTimeout(400);
  await page.mouse.up();
  await expect(
    top.getByRole('button', { name: t('lander-tinderswipe:like_name', { name: first.name }) }),
  ).toBeVisible();
  await expect(page.locator('#flick :checked, [form=flick]:checked')).toHaveCount(0);
  await drag(page, top, 150);
  await page.mouse.up();
  await expect(page.locator('[form=flick]:checked')).toHaveValue('like');
  await expect(top).toBeHidden();
  await expect(card(page, second.card)).toBeFocused();
  await drag(page, card(page, second.card), -150);
  await page.mouse.up();
  await expect(page.locator('[form=flick]:checked').nth(1)).toHaveValue('pass');
  await expect(card(page, third.card).getByRole('heading')).toBeVisible();
  await expectNoSideScroll(page);
  expect(sent.filter((url) => !/favicon|woff2/.test(url))).toEqual([]);
});

test('LA2: arrow keys and buttons answer, each card is announced by its name, and the last one signs up', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home + path);
  await expectAccessible(page);
  await expect(page.getByRole('group').filter({ has: page.getByRole('button') })).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(card(page, second.card)).toBeFocused();
  await expect(page.locator('.flick-card').first()).toHaveJSProperty('inert', true);
  await expect(card(page, second.card)).toHaveAccessibleDescription(new RegExp(t('landers:preview_1')));
  await page.keyboard.press('Tab');
  await expect(card(page, second.card).getByRole('button', { name: t('lander-tinderswipe:pass') })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card(page, third.card)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(yourTurn(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: t('lander-tinderswipe:again') }).click();
  await expect(card(page, first.card)).toBeFocused();
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await fillStart(page, site, 'en', '1988');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/signup/);
  await expect(page.getByLabel(t('signup:birth_year'), { exact: true })).toHaveValue('1988');
});

test('LA2: nothing shifts while the list becomes a deck', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const seen = Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(origin(site, baseURL) + path, { waitUntil: 'load' });
  await expect(card(page, first.card).getByRole('button').first()).toBeVisible();
  await expect(page.locator('.flick-join').first()).toBeHidden();
  await page.locator('html[data-face]').waitFor({ state: 'attached' });
  // What has moved by then is measured in the frame after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0);
});

test('LA2: with reduced motion a card disappears without animation', async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(origin(site, baseURL) + path);
  await page.keyboard.press('ArrowRight');
  const gone = page.locator('.flick-card').first();
  await expect(gone).toBeHidden();
  expect(await gone.evaluate((element) => getComputedStyle(element).transform)).toMatch(
    /^(none|matrix\(1, 0, 0, 1, 0, 0\))$/,
  );
});

test.describe('when the step is refused', () => {
  test.use({ refusals: true });
  test('LA2: the page opens on its last card, with the errors beside their fields', async ({ page, baseURL }) => {
    await page.goto(origin(site, baseURL) + path);
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    await fillStart(page, site, 'en', '1988');
    await page.getByLabel(t('signup:birth_year'), { exact: true }).fill(String(new Date().getFullYear() - 5));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('errors:field_too_young', { min_age: 18 }))).toBeVisible();
    await expect(yourTurn(page)).toBeVisible();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await expectAccessible(page);
  });
});

/** The people and the form are stacked vertically, and there is nothing to answer. */
async function expectList(page: Page, at = site): Promise<void> {
  const tops = await page
    .locator('.flick-card, .flick-you')
    .evaluateAll((cards) => cards.map((each) => [each.getBoundingClientRect().top, each.checkVisibility()] as const));
  expect(tops.map(([, isVisible]) => isVisible)).toEqual([true, true, true, true]);
  expect(tops.map(([top]) => top)).toEqual([...new Set(tops.map(([top]) => top))].sort((a, b) => a - b));
  await expect(page.getByRole('radio', { name: words(at, 'en')('lander-tinderswipe:pass') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: words(at, 'en')('lander-tinderswipe:pass') })).toHaveCount(0);
  await expectNoSideScroll(page);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('LA2: all people are in a list, with name, label and a link to the form, which begins the signup', async ({
    page,
    baseURL,
  }) => {
    await page.goto(origin(site, baseURL) + path);
    await expectList(page);
    for (const { card: name } of [first, second, third]) {
      const person = card(page, name);
      await expect(person.getByRole('heading', { name })).toBeVisible();
      await expect(person.getByText(t('members:fictional'))).toBeVisible();
      await expect(person.getByRole('link', { name: t('signup:submit') })).toBeVisible();
    }
    for (const hidden of ['.flick-keys', '.flick-stamp', '.flick-again'])
      await expect(page.locator(hidden).first()).toBeHidden();
    await card(page, second.card).getByRole('link').click();
    await expect(yourTurn(page)).toBeInViewport();
    await fillStart(page, site, 'en', '1988');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(t('signup:birth_year'), { exact: true })).toHaveValue('1988');
  });

  test.describe('when the step is refused', () => {
    test.use({ refusals: true });
    test('LA2: the page opens at the refused field of its form', async ({ page, baseURL }) => {
      await page.goto(origin(site, baseURL) + path);
      await fillStart(page, site, 'en', String(new Date().getFullYear() - 5));
      await page.keyboard.press('Enter');
      await expect(page.getByLabel(t('signup:birth_day'), { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(t('errors:field_too_young', { min_age: 18 }))).toBeInViewport({ ratio: 1 });
      await expect(card(page, first.card)).toBeHidden();
    });
  });
});

for (const [feature, unheardOf] of [
  ['selector(:has(*))', 'selector(:unheard-of(*))'],
  ['(scripting', '(unheard-of'],
] as const)
  test(`LA2: where a browser does not support ${feature}, the cards are a list that ignores keys`, async ({
    page,
    baseURL,
  }) => {
    const last = sites.at(-1) ?? site;
    const html = readFileSync(join('dist', last.folder, pageFile(path)), 'utf8');
    expect(html.split(feature).length).toBeGreaterThan(2);
    const body = html.replaceAll(feature, unheardOf);
    await page.route(`**${path}`, (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
    await page.goto(origin(last, baseURL) + path);
    await page.keyboard.press('ArrowRight');
    await expectList(page, last);
  });
