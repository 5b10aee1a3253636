// The lander maplanding in a browser: regions that follow the country, places that open, and a map loaded on demand.
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { looksOf } from '#tests/support/looks';
import { fillStart } from '#tests/support/signing-up';

const site = firstSite();
const at = (language: string, slug?: string): string =>
  pathOf('landers-maplanding-slug', language, slug ? { slug } : {});

test.describe('in Dutch', () => {
  test.use({ locale: 'nl-BE' });

  test('LA7: the country is the browser’s, and its regions follow it', async ({ page, baseURL }) => {
    const t = words(site, 'nl');
    await page.goto(origin(site, baseURL) + at('nl'));
    const country = page.getByLabel(t('signup:country'), { exact: true });
    const region = page.getByLabel(t('members:region_region'), { exact: true });
    await expect(country).toHaveValue('BE');
    await expect(region).toHaveValue('');
    await expect(region.locator('option[value="BE-VAN"]')).toHaveCount(1);
    await expect(region.locator('option[value="NL-UT"]')).toHaveCount(0);
    await country.selectOption('NL');
    await region.selectOption('NL-UT');
    await country.selectOption('FI');
    await expect(region).toBeDisabled();
    await expect(region).toHaveValue('');
    await expect(region).toHaveText(t('lander-maplanding:region_none'));
    await country.selectOption('BE');
    await expect(region).toBeEnabled();
    await expect(region).toHaveText(new RegExp(t('lander-maplanding:region_none')));
  });
});

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script, refusals: true, locale: 'nl-NL' });

    test('LA7: the region reaches the next page, and its country with it', async ({ page, baseURL }) => {
      const t = words(site, 'nl');
      await page.goto(origin(site, baseURL) + at('nl'));
      if (script) await page.getByLabel(t('signup:country'), { exact: true }).selectOption('BE');
      await page.getByLabel(t('members:region_region'), { exact: true }).selectOption('BE-VAN');
      await fillStart(page, site, 'nl', '2020');
      const send = page.getByRole('button', { name: t('lander-maplanding:action'), exact: true });
      await send.click();
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
      await expect(page.getByLabel(t('members:region_region'), { exact: true })).toHaveValue('BE-VAN');
      await page.getByLabel(t('signup:birth_year'), { exact: true }).fill('1988');
      await send.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await expect(page.getByLabel(t('signup:country'), { exact: true })).toHaveValue('BE');
      await expect(page.locator('input[name=region]')).toHaveValue('BE-VAN');
    });

    test('LA7: places open one at a time, by keyboard too', async ({ page, baseURL }) => {
      const t = words(site, 'en');
      await page.goto(origin(site, baseURL) + at('en'));
      await expect(page.getByText(t('lander-maplanding:place_1_line'))).toBeVisible();
      const pin = page.locator('.place-5 summary');
      await expect(pin).toHaveAccessibleName(t('lander-maplanding:place_5'));
      await pin.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('lander-maplanding:place_5_line'))).toBeVisible();
      await expect(page.getByText(t('lander-maplanding:place_1_line'))).toBeHidden();
    });
  });
}

test.describe('in a browser of another country', () => {
  test.use({ locale: 'nl-NL' });

  test('LA7: a country without a region is not replaced by another', async ({ page, baseURL }) => {
    const t = words(site, 'nl');
    await page.goto(origin(site, baseURL) + at('nl'));
    const country = page.getByLabel(t('signup:country'), { exact: true });
    await country.selectOption('BE');
    await fillStart(page, site, 'nl', '1988');
    await page.getByRole('button', { name: t('lander-maplanding:action'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
    await expect(country).toHaveValue('BE');
  });
});

test('LA7: the map loads when visible, into its reserved space', async ({ page, baseURL }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/map.svg', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(origin(site, baseURL) + at('en'), { waitUntil: 'domcontentloaded' });
  const map = page.locator('.map img').first();
  const boxOf = (): Promise<number[]> =>
    map.evaluate(async (image) => {
      await document.fonts.ready;
      return [image.clientHeight, document.documentElement.scrollHeight];
    });
  const before = await boxOf();
  expect(before[0]).toBeGreaterThan(300);
  release();
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await boxOf()).toEqual(before);
});

for (const { site: each, scheme, tag } of looksOf('maplanding'))
  test(
    `LA7: no accessibility fault and no sideways scrolling, ${each.folder}, ${scheme}`,
    { tag },
    async ({ page, baseURL }) => {
      await page.emulateMedia({ colorScheme: scheme });
      const [campaign] = each.niche.campaigns;
      await page.goto(origin(each, baseURL) + at('de', scheme === 'dark' ? campaign?.slug : undefined));
      await expectNoSideScroll(page);
      await expectAccessible(page);
    },
  );
