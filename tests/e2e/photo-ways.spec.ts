// Photos that come and move in other ways: dropped, pasted, dragged by a finger; and a private one as others see it.
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, firstSite, logIn, newDevice, origin, test, words } from '#tests/support/browser';
import { act, choose, file, openPhotos, order, photo, tiles } from '#tests/support/own-photos-page';
import { uniqueJpeg } from '#tests/support/pictures';
import { newcomer, newMember, ownId, premium } from '#tests/support/story';

const site = firstSite();
const t = words(site, 'en');

test.use({ refusals: true });

test('PR4: photos that are dropped on their place or pasted anywhere are uploaded, and nowhere else opened @desktop', async ({
  page,
  baseURL,
}) => {
  await openPhotos(page, baseURL);
  const address = page.url();
  const give = async (kind: 'drop' | 'paste', target: string, bytes: Buffer): Promise<void> => {
    await page.evaluate(
      ({ kind, target, bytes }) => {
        const files = new DataTransfer();
        files.items.add(new File([Uint8Array.from(bytes)], 'given.jpg', { type: 'image/jpeg' }));
        const options = { bubbles: true, cancelable: true };
        document
          .querySelector(target)
          ?.dispatchEvent(
            kind === 'drop'
              ? new DragEvent('drop', { ...options, dataTransfer: files })
              : new ClipboardEvent('paste', { ...options, clipboardData: files }),
          );
      },
      { kind, target, bytes: [...bytes] },
    );
  };
  const cut = page.getByRole('dialog', { name: t('photos:crop_heading') });
  const places = [
    ['drop', '.own-photos'],
    ['paste', 'body'],
  ] as const;
  for (const [at, [kind, target]] of places.entries()) {
    await give(kind, target, (await photo('given.jpg')).buffer);
    await cut.getByRole('button', { name: t('photos:crop_done') }).click();
    await expect(tiles(page)).toHaveCount(at + 1);
  }
  await give('drop', 'h1', (await photo('given.jpg')).buffer);
  await give('paste', '[name="about"]', (await photo('given.jpg')).buffer);
  await expect(cut).toHaveCount(0);
  expect([page.url(), await tiles(page).count()]).toEqual([address, 2]);
});

test('PR4: photos are moved with a finger', async ({ page, baseURL }) => {
  await openPhotos(page, baseURL);
  await choose(page, await photo('one.jpg'), await photo('two.jpg'));
  await expect(tiles(page)).toHaveCount(2);
  const [a, b] = await order(page);
  const handle = page.locator(`[data-photo="${a}"] .own-photo-bar > button`);
  await page
    .locator(`[data-photo="${b}"]`)
    .evaluate((second) => second.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const [from, to] = [await handle.boundingBox(), await page.locator(`[data-photo="${b}"]`).boundingBox()];
  if (!from || !to) throw new Error('There is nothing to drag.');
  const cdp = await page.context().newCDPSession(page);
  const [begin, end] = [
    { x: from.x + from.width / 2, y: from.y + from.height / 2 },
    { x: to.x + to.width / 2, y: to.y + to.height / 2 },
  ];
  const at = (part: number) => [{ x: begin.x + (end.x - begin.x) * part, y: begin.y + (end.y - begin.y) * part }];
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1])
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => order(page)).toEqual([b, a]);
});

test('PH3 PH4 PH5: an uploaded private photo is seen by a premium member, and covered for a free one', async ({
  browser,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  const owner = await newMember(browser, site, home, newcomer());
  const id = await ownId(owner);
  await owner.goto(home + pathOf('profile'));
  await choose(owner, await photo('one.jpg'), file('two.jpg', await uniqueJpeg()));
  await expect(tiles(owner)).toHaveCount(2);
  await act(owner, 2, 'make_private');
  await expect(tiles(owner).nth(1).getByText(t('photos:private'), { exact: true })).toBeVisible();
  const visit = async (who?: Parameters<typeof logIn>[3]): Promise<Page> => {
    const page = await (await newDevice(browser)).newPage();
    await logIn(page, site, home, who);
    await page.goto(home + pathOf('members-id', 'en', { id }));
    return page;
  };
  const [paying, free] = [await visit(premium), await visit()];
  const enlarged = (page: Page) => page.getByRole('button', { name: t('members:enlarge', { name: '' }).trim() });
  await expect(enlarged(paying)).toHaveCount(2);
  await expect(paying.locator('.locked-photo')).toHaveCount(0);
  await expect(free.locator('.slides .locked-photo').first()).toContainText(t('shell:premium_private_photos'));
  await expect(enlarged(free)).toHaveCount(1);
});
