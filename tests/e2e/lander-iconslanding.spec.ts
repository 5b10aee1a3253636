// The lander iconslanding in a browser: picks become patches, collect in the tray, survive a refusal and reach the
// signup; by keyboard too.
import type { Locator, Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { looksOf } from '#tests/support/looks';
import { fillSignup, fillStart, newVisitor, sendSignup } from '#tests/support/signing-up';

const site = firstSite();
const at = (language: string, slug?: string): string =>
  pathOf('landers-iconslanding-slug', language, slug ? { slug } : {});
const tick = (page: Page, nth: number): Locator => page.getByRole('checkbox').nth(nth);
const valuesAt = (page: Page, places: readonly number[]): Promise<string[]> =>
  Promise.all(places.map((place) => tick(page, place).inputValue()));
const ticked = (page: Page): Promise<string[]> =>
  page
    .locator('.sheet input:checked')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script, refusals: true });

    test('LA6: picks stay ticked when a date is refused, and reach the signup page', async ({ page, baseURL }) => {
      const language = script ? 'en' : 'de';
      const t = words(site, language);
      await page.goto(origin(site, baseURL) + at(language));
      const picks = await valuesAt(page, [1, 4, 11]);
      for (const place of [1, 4, 11]) await tick(page, place).check();
      await fillStart(page, site, language, '2020');
      const send = page.getByRole('button', { name: t('lander-iconslanding:action'), exact: true });
      await send.click();
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
      expect(await ticked(page)).toEqual(picks);
      await tick(page, 4).uncheck();
      await fillStart(page, site, language, '1988');
      await send.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      const carried = page.locator('input[name=interests]');
      await expect(carried).toHaveValue(`${picks[0]},${picks[2]}`);
      await fillSignup(page, site, language, newVisitor({ name: 'x' }));
      await sendSignup(page, site, language);
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      await expect(carried).toHaveValue(`${picks[0]},${picks[2]}`);
    });

    test('LA6: a pick becomes a patch and moves to the tray', async ({ page, baseURL }) => {
      await page.goto(origin(site, baseURL) + at('en'));
      const tokens = page.locator('.tray .token');
      const hint = page.getByText(words(site, 'en')('lander-iconslanding:none'));
      await expect(hint).toBeVisible();
      await expect(tokens.filter({ visible: true })).toHaveCount(0);
      for (const [place, count] of [
        [0, 1],
        [11, 2],
        [5, 3],
      ] as const) {
        await page.locator('.tile').nth(place).click();
        await expect(tokens.nth(place)).toBeVisible();
        await expect(tokens.filter({ visible: true })).toHaveCount(count);
      }
      await expect(hint).toBeHidden();
      await page.locator('.tile').nth(11).click();
      await expect(tokens.nth(11)).toBeHidden();
    });
  });
}

test('LA6: the keyboard suffices for picks and first step, and the focus is visible @both', async ({
  page,
  baseURL,
}) => {
  const t = words(site, 'en');
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(origin(site, baseURL) + at('en'));
  await press('Tab', 'Enter', 'Tab');
  await expect(tick(page, 0)).toBeFocused();
  for (let place = 0; place < 12; place += 1) {
    await expect(tick(page, place)).toHaveCSS('outline-style', 'solid');
    await expect(tick(page, place)).toBeInViewport({ ratio: 1 });
    await press(...(place % 5 === 0 ? ['Space'] : []), 'Tab');
  }
  const picks = await valuesAt(page, [0, 5, 10]);
  expect(await ticked(page)).toEqual(picks);
  const on = page.getByRole('link', { name: t('lander-iconslanding:on'), exact: true });
  if (await on.isVisible()) {
    await expect(on).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('heading', { name: t('lander-iconslanding:you') })).toBeInViewport();
    await press('Tab');
  }
  await press('Space', 'Tab', 'Space', 'Tab');
  await page.keyboard.type('29');
  await press('Tab', 'F', 'Tab');
  await page.keyboard.type('1988');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
  await expect(page.locator('input[name=interests]')).toHaveValue(picks.join(','));
});

test('LA6: a campaign’s picture loads into its reserved space, and nothing shifts', async ({ page, baseURL }) => {
  const [campaign] = site.niche.campaigns;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${campaign?.picture}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(origin(site, baseURL) + at('en', campaign?.slug), { waitUntil: 'domcontentloaded' });
  // Shifts caused by the display face do not count here.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  const picture = page.locator('.hero-picture img');
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0);
  release();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await picture.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBe(0);
});

for (const { site: each, scheme, tag } of looksOf('iconslanding')) {
  const [campaign] = each.niche.campaigns;
  const open = async (page: Page, baseURL: string | undefined, language: string): Promise<void> => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(origin(each, baseURL) + at(language, scheme === 'dark' ? campaign?.slug : undefined));
  };

  for (const language of ['fi', 'pl', 'de'])
    test(
      `LA6: no sideways scrolling, no label cut, ${each.folder}, ${scheme}, in ${language}`,
      { tag },
      async ({ page, baseURL }) => {
        await open(page, baseURL, language);
        await expectNoSideScroll(page);
        const cut = await page
          .locator('.tile span')
          .evaluateAll((labels) =>
            labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
          );
        expect(cut).toEqual([]);
      },
    );

  test(`LA6: no fault for axe, ${each.folder}, ${scheme}`, { tag }, async ({ page, baseURL }) => {
    await open(page, baseURL, 'de');
    for (const place of [0, 1, 2, 3, 4]) await tick(page, place).check();
    await expectAccessible(page);
  });
}
