// Waits for the banners of the members area.
import { expect, type Locator, type Page } from '@playwright/test';

/** A banner of which no space was reserved waits for the next load of the page (src/lib/banner-space.ts). */
export async function expectBanner(page: Page, banner: Locator): Promise<void> {
  await expect(banner).toBeAttached();
  if (!(await banner.isVisible())) await page.reload();
  await expect(banner).toBeVisible();
}
