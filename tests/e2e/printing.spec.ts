// On paper: dark letters on white even with a dark screen, and the page instead of its dialog.
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, test, words } from '#tests/support/browser';
import type { Page } from '@playwright/test';

const site = firstSite();
const t = words(site, 'en');

/** How light the letters of an element are, from 0 to 255. */
const lightnessOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const paint = document.createElement('canvas').getContext('2d');
      if (!paint) throw new Error('There is no canvas.');
      paint.fillStyle = getComputedStyle(element).color;
      paint.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data;
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });

test.use({ colorScheme: 'dark' });

test.describe('a visitor', () => {
  test.use({ hasEntered: false });
  test('SH1: with the entry warning open the page is printed, in dark letters @desktop', async ({ page, baseURL }) => {
    await page.goto(origin(site, baseURL) + pathOf('pages-terms', 'en'));
    await expect(page.getByRole('dialog', { name: t('site:entry_heading') })).toBeVisible();
    expect(await lightnessOf(page, 'main h1')).toBeGreaterThan(150);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.locator('dialog:visible')).toHaveCount(0);
    await expect(page.locator('main h1')).toBeVisible();
    for (const part of ['main h1', 'main p', 'header .brand'])
      expect(await lightnessOf(page, part), part).toBeLessThan(110);
  });
});
