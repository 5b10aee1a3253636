// One's own photos on the profile, for browser tests: chosen, counted and changed.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, firstSite, origin, words } from './browser.ts';
import { plainJpeg } from './pictures.ts';
import { joinAndLogIn } from './signing-up.ts';

const site = firstSite();
const t = words(site, 'en');

export const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, buffer, mimeType });
export const photo = async (name: string) => file(name, await plainJpeg(900, 1200));

/** A new member on their own profile. */
export async function openPhotos(page: Page, baseURL: string | undefined): Promise<void> {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  await page.goto(home + pathOf('profile'));
  await expect(addButton(page)).toBeVisible();
}

export const addButton = (page: Page) => page.getByRole('button', { name: t('photos:add'), exact: true });
export const tiles = (page: Page) => page.locator('.own-photo');
export const tile = (page: Page, number: number, total: number) =>
  tiles(page).filter({ has: page.getByRole('img', { name: t('photos:photo', { number, total }), exact: true }) });
export const order = (page: Page): Promise<(string | null)[]> =>
  tiles(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-photo')));

export async function choose(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await addButton(page).click();
  await (await chooser).setFiles(files);
}

export async function act(page: Page, number: number, name: string): Promise<void> {
  await tiles(page)
    .nth(number - 1)
    .locator('summary')
    .click();
  await tiles(page)
    .nth(number - 1)
    .getByRole('button', { name: t(`photos:${name}`), exact: true })
    .click();
}
