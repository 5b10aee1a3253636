// The lander gallery in a browser: a rail that keys scroll on phones, a wall on wide screens, and the link to the empty
// frame.
import type { Response } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { watchFetches } from '#tests/support/fetches';
import { looksOf } from '#tests/support/looks';
import { fillStart } from '#tests/support/signing-up';

const path = pathOf('landers-gallery-slug');
const site = firstSite();

for (const { site: each, scheme, tag } of looksOf('gallery'))
  test(
    `LA5: the room is accessible and no wider than the screen (${each.id}, ${scheme})`,
    { tag },
    async ({ page, baseURL }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(origin(each, baseURL) + path);
      await expectNoSideScroll(page);
      await expectAccessible(page);
    },
  );

test('LA5: on a phone keys scroll the rail; on a wide screen there is nothing to scroll @both', async ({
  page,
  baseURL,
}) => {
  await page.goto(origin(site, baseURL) + path);
  const rail = page.getByRole('list', { name: words(site, 'en')('lander-gallery:rail') });
  if ((page.viewportSize()?.width ?? 0) < 992) {
    await rail.focus();
    await expect(rail).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rail.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
  } else {
    await expect(rail.getByRole('listitem')).toHaveCount(7);
    expect(await rail.evaluate((element) => getComputedStyle(element).display)).toBe('contents');
  }
});

const sizeOf = async (response: Response): Promise<number> =>
  Number(await response.headerValue('content-length').catch(() => 0)) || (await response.body()).length;

test('LA5: what loads before the visitor acts stays within 60 kB and 8 requests', async ({ page, baseURL }) => {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => sizes.push(sizeOf(response)));
  const allFetched = watchFetches(page);
  await page.goto(origin(site, baseURL) + path);
  await allFetched();
  expect(sizes.length).toBeLessThanOrEqual(8);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

for (const script of [true, false])
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script });
    test('LA5: a veil leads to the empty frame, whose form leads to the whole signup', async ({ page, baseURL }) => {
      const t = words(site, 'en');
      await page.goto(origin(site, baseURL) + path);
      await page
        .getByRole('link', { name: t('lander-gallery:veil_action') })
        .first()
        .focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: t('lander-gallery:own_heading') })).toBeInViewport();
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(t('signup:gender_female'), { exact: true })).toBeFocused();
      await fillStart(page, site, 'en', '1988');
      await page.keyboard.press('Enter');
      await expect(page.getByLabel(t('signup:birth_year'), { exact: true })).toHaveValue('1988');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
    });
  });
