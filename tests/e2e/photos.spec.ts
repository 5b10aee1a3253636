// One's own photos in a browser: added, cut, moved, locked and deleted, by hand and by keyboard, up to the fourth.
import sharp from 'sharp';
import { expect, expectAccessible, expectNoSideScroll, firstSite, test, words } from '#tests/support/browser';
import { act, addButton, choose, file, openPhotos, order, photo, tile, tiles } from '#tests/support/own-photos-page';

const site = firstSite();
const t = words(site, 'en');

test.use({ refusals: true });

test('PR4 PH1 PH8: photos are cut, uploaded and counted; the fourth leads to Premium, a wrong file says why', async ({
  page,
  baseURL,
}) => {
  await openPhotos(page, baseURL);
  await expectAccessible(page);
  await choose(page, await photo('one.jpg'));
  const dialog = page.getByRole('dialog', { name: t('photos:crop_heading') });
  await expect(dialog.getByLabel(t('photos:crop_area'))).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('photos:crop_turn') }).click();
  await dialog.getByLabel(t('photos:crop_zoom')).fill('1.4');
  await dialog.getByLabel(t('photos:crop_area')).press('ArrowRight');
  await dialog.getByRole('button', { name: t('photos:crop_done') }).click();
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page).getByText(t('photos:main'))).toBeVisible();
  const address = (await tiles(page).getByRole('img').getAttribute('src')) ?? '';
  const bytes = await page.evaluate(
    async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
    address,
  );
  const { width, height } = await sharp(Uint8Array.from(bytes)).metadata();
  expect(width / height).toBeCloseTo(4 / 5, 1);
  await expect(page.locator('.own-picture img')).toBeVisible();

  await choose(page, file('notes.pdf', Buffer.from('hello'), 'application/pdf'), await photo('two.jpg'));
  await expect(tiles(page)).toHaveCount(2);
  const refused = page.locator('.photo-upload').filter({ hasText: 'notes.pdf' });
  await expect(refused.getByRole('alert')).toHaveText(t('errors:photo_kind'));
  await expect(page.getByText(t('photos:left', { count: 1 }))).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await refused.getByRole('button', { name: t('photos:dismiss', { name: 'notes.pdf' }) }).click();
  await expect(refused).toHaveCount(0);

  await choose(page, await photo('three.jpg'), await photo('four.jpg'));
  const premium = page.getByRole('dialog', { name: t('shell:premium_own_photos_heading', { free: 3, premium: 25 }) });
  await expect(premium).toBeVisible();
  await expectAccessible(page);
  await premium.getByRole('button', { name: t('shell:premium_later') }).click();
  await expect(tiles(page)).toHaveCount(3);
  await addButton(page).click();
  await expect(premium.getByRole('link', { name: t('shell:premium_action') })).toBeVisible();
});

test('PR4 PH3: photos are moved by keyboard and by hand, locked, chosen and deleted, and stay so', async ({
  page,
  baseURL,
}) => {
  await openPhotos(page, baseURL);
  await choose(page, await photo('one.jpg'), await photo('two.jpg'), await photo('three.jpg'));
  await expect(tiles(page)).toHaveCount(3);
  const [a, b, c] = await order(page);
  const handle = tiles(page)
    .first()
    .getByRole('button', { name: t('photos:handle', { number: 1, total: 3 }) });
  await handle.press('ArrowRight');
  await expect.poll(() => order(page)).toEqual([b, a, c]);
  await expect(page.locator(`[data-photo="${a}"] .own-photo-bar > button`)).toBeFocused();
  await expect(page.getByText(t('photos:moved', { number: 2, total: 3 }))).toBeAttached();

  // Both in view.
  await page
    .locator(`[data-photo="${b}"]`)
    .evaluate((first) => first.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const from = await page.locator(`[data-photo="${c}"] .own-photo-bar > button`).boundingBox();
  const to = await page.locator(`[data-photo="${b}"]`).boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => order(page)).toEqual([c, b, a]);

  await act(page, 1, 'make_main');
  await expect(tiles(page).first().getByText(t('photos:main'))).toBeVisible();
  await act(page, 1, 'make_private');
  await expect(tiles(page).first().getByText(t('photos:private'), { exact: true })).toBeVisible();
  await expect(tile(page, 2, 3).getByText(t('photos:main'))).toBeVisible();
  await expectAccessible(page);

  await act(page, 3, 'remove');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('photos:remove'), exact: true })
    .click();
  await expect(tiles(page)).toHaveCount(2);
  await expect(tile(page, 2, 2).locator('summary')).toBeFocused();
  await page.reload();
  await expect.poll(() => order(page)).toEqual([c, b]);
  await expect(tiles(page).first().getByText(t('photos:private'), { exact: true })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ mayMoveBecause: 'An upload that is done joins the photos above it.' });

  test('PR4: an upload whose connection is lost says so, and goes on when it is tried again', async ({
    page,
    baseURL,
    watch,
  }) => {
    await openPhotos(page, baseURL);
    await page.route('**/api/photo.php**', (route) => route.abort('connectionreset'));
    await choose(page, await photo('one.jpg'), await photo('two.jpg'));
    const failed = page.locator('.photo-upload').filter({ hasText: 'one.jpg' });
    await expect(failed.getByRole('alert')).toHaveText(t('errors:offline'));
    await page.unroute('**/api/photo.php**');
    await failed.getByRole('button', { name: t('photos:retry') }).click();
    await expect(tiles(page)).toHaveCount(2);
    expect(watch.errors.filter((error) => !error.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    watch.errors.length = 0;
  });
});
