// A script that is lost on the way, as with bad reception: nothing typed or chosen is lost with it, and a tap asks for it again.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, firstSite, origin, test, words } from '#tests/support/browser';
import { plainJpeg } from '#tests/support/pictures';
import { joinAndLogIn } from '#tests/support/signing-up';

const site = firstSite();
const t = words(site, 'en');
const TYPED = 'Long walks and short mails';

const retryIn = (place: ReturnType<Page['getByRole']>) => place.getByRole('button', { name: t('shell:retry') });
const failure = (page: Page) => page.getByRole('dialog', { name: t('shell:error_text') });
const line = (page: Page) => page.getByLabel(t('profile:line'), { exact: true });

/** Loses every request for a script whose file has one of the names in the set. */
async function loseScripts(page: Page, names: ReadonlySet<string>): Promise<void> {
  await page.route('**/_astro/*.js*', (route) => {
    const [name = ''] = new URL(route.request().url()).pathname.split('/').at(-1)?.split('.') ?? [];
    return names.has(name) ? route.abort('connectionreset') : route.fallback();
  });
}

/** Counts full loads of the page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
  return () => loads;
}

async function choosePhoto(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('photos:add'), exact: true }).click();
  const buffer = await plainJpeg(900, 1200);
  await (await chooser).setFiles([{ name: 'one.jpg', buffer, mimeType: 'image/jpeg' }]);
}

/** Fails on any error but those of requests that were lost on purpose. */
const expectOnlyLost = (errors: string[]): void =>
  expect(errors.splice(0).filter((each) => !/ERR_CONNECTION_RESET/.test(each))).toEqual([]);

test('SH30: what was typed and chosen stays where a part of the page does not arrive, and a tap brings the part', async ({
  page,
  baseURL,
  watch,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  // The others come by themselves, and are left out without a word.
  const lost = new Set(['InterestsSection', 'worker', 'prefetch', 'Banners']);
  await loseScripts(page, lost);
  await page.goto(home + pathOf('profile'));
  const loads = countLoads(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText(t('shell:error_safe'));
  await expectAccessible(page);
  await line(page).fill(TYPED);
  lost.clear();
  await retryIn(main).click();
  await expect(main.getByText(t('profile:interests_note'))).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);

  lost.add('PhotoCropDialog');
  await choosePhoto(page);
  await expect(failure(page)).toContainText(t('shell:error_safe'));
  await expectAccessible(page);
  // Without reception the tap changes nothing.
  const asked = page.waitForEvent('requestfailed');
  await retryIn(failure(page)).click();
  await asked;
  await expect(failure(page)).toBeVisible();
  lost.clear();
  await retryIn(failure(page)).click();
  await expect(page.getByRole('dialog', { name: t('photos:crop_heading') })).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  await expect(line(page)).toHaveValue(TYPED);
  expect(loads()).toBe(0);
  expectOnlyLost(watch.errors);
});

test('SH30: after a deployment that tap loads the page again, and nothing does so by itself', async ({
  page,
  baseURL,
  watch,
}) => {
  const home = origin(site, baseURL);
  await joinAndLogIn(page, site, home);
  const opened = await page.goto(home + pathOf('profile'));
  const html = (await opened?.text()) ?? '';
  const lost = new Set(['PhotoCropDialog']);
  await loseScripts(page, lost);
  const loads = countLoads(page);
  // The page of another build names another shell.
  await page.route(home + pathOf('profile'), async (route) => {
    if (route.request().isNavigationRequest()) {
      lost.clear();
      return route.fallback();
    }
    return route.fulfill({ contentType: 'text/html', body: html.replaceAll('/_astro/', '/_astro/next-') });
  });
  await choosePhoto(page);
  await expect(failure(page)).toBeVisible();
  expect(loads()).toBe(0);
  await retryIn(failure(page)).click();
  await expect.poll(loads).toBe(1);
  await choosePhoto(page);
  await expect(page.getByRole('dialog', { name: t('photos:crop_heading') })).toBeVisible();
  expect(loads()).toBe(1);
  expectOnlyLost(watch.errors);
});
