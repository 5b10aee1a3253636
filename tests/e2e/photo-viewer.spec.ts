// A member's photos over the whole screen: by mouse and keys, by touch, and the overlay on private ones.
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Member, MemberPage } from '#contract/members';
import { pathOf } from '#domain/routes';
import {
  MOVING,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  logIn,
  origin,
  test,
  words,
} from '#tests/support/browser';

test.use({ ...MOVING, refusals: true });

const site = firstSite();
const t = words(site, 'en');

interface Shown {
  readonly name: string;
  readonly total: number;
}

/**
 * A member with two public photos and a private one, which is the last: members of other tests have theirs in any order. Waits where
 * tests before have used up the calls of a minute.
 */
const findMember = (page: Page): Promise<Shown & { readonly id: string }> =>
  page.evaluate(async () => {
    const get = async <T>(path: string): Promise<T> => {
      for (;;) {
        const answer = await fetch(path);
        if (answer.status !== 429) return (await answer.json()) as T;
        const seconds = Number(answer.headers.get('retry-after') ?? 1);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    };
    for (let number = 1; number < 5; number += 1) {
      const query = `gender=any&two_way=0&min_age=18&max_age=99&page=${number}`;
      const { profiles } = await get<MemberPage>(`/api/members.php?${query}`);
      for (const { id } of profiles) {
        const { member } = await get<{ member: Member }>(`/api/member.php?id=${id}`);
        const open = member.photos.filter(({ match }) => match !== null);
        if (open.length > 1 && member.photos[0]?.match !== null && member.photos.at(-1)?.match === null)
          return { id, name: member.name, total: member.photos.length };
      }
    }
    throw new Error('No seeded member has two public photos and a private one.');
  });

/** Looked for once, since a minute has room for one search through all profiles. */
let found: Awaited<ReturnType<typeof findMember>> | null = null;

async function openProfile(page: Page, baseURL: string | undefined): Promise<Shown> {
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  found ??= await findMember(page);
  await page.goto(home + pathOf('members-id', 'en', { id: found.id }));
  return found;
}

const viewer = (page: Page): Locator => page.locator('dialog.lightbox');
const shownPhoto = (page: Page): Locator => page.locator('.yarl__slide_current img');
const place = (page: Page, number: number, total: number): Locator =>
  viewer(page).getByRole('group', { name: t('members:photo', { number, total }) });
const widthOf = async (photo: Locator): Promise<number> => (await photo.boundingBox())?.width ?? 0;

/** Presses the large photo and waits until the viewer can be moved. */
async function enlarge(page: Page, { name, total }: Shown): Promise<Locator> {
  const trigger = page.getByRole('button', { name: t('members:enlarge', { name }) }).first();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(place(page, 1, total)).toBeVisible();
  await expect.poll(() => widthOf(shownPhoto(page))).toBeGreaterThan(100);
  return trigger;
}

test('PH5 ME20: photos are enlarged, moved and zoomed by keys and buttons, and the focus comes back @desktop', async ({
  page,
  baseURL,
}) => {
  const shown = await openProfile(page, baseURL);
  const trigger = await enlarge(page, shown);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.querySelector('dialog.lightbox')?.contains(document.activeElement))).toBe(
    true,
  );
  await expect(shownPhoto(page)).toHaveAttribute('src', /-1280\.webp$/);
  const whole = await widthOf(shownPhoto(page));
  await page.keyboard.press('+');
  await expect.poll(() => widthOf(shownPhoto(page))).toBeGreaterThan(whole * 1.5);
  await page.keyboard.press('-');
  await expect.poll(() => widthOf(shownPhoto(page))).toBeCloseTo(whole, 0);
  await page.keyboard.press('ArrowRight');
  await expect(place(page, 2, shown.total)).toBeVisible();
  await viewer(page)
    .getByRole('button', { name: t('members:next_photo') })
    .click();
  await expect(place(page, 3, shown.total)).toBeVisible();
  for (let pressed = 0; pressed < 12; pressed += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && !activeElement?.closest('dialog.lightbox');
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await enlargeAgain(page, shown, trigger);
});

/** Closed with the button, the viewer leaves the photo in place that was seen last, and the focus on it. */
async function enlargeAgain(page: Page, { name, total }: Shown, trigger: Locator): Promise<void> {
  await page
    .getByRole('list', { name: t('members:photos') })
    .getByRole('button')
    .first()
    .click();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(place(page, 1, total)).toBeVisible();
  await viewer(page)
    .getByRole('button', { name: t('shell:close') })
    .click();
  await expect(viewer(page)).toBeHidden();
  await expect(page.getByRole('button', { name: t('members:enlarge', { name }) }).first()).toBeFocused();
}

test('PH4 PH5: a private photo is covered for a free member, who reads what opens it', async ({ page, baseURL }) => {
  const shown = await openProfile(page, baseURL);
  await page
    .getByRole('list', { name: t('members:photos') })
    .getByRole('button', { name: t('members:locked') })
    .first()
    .click();
  const inPage = page.locator('.slides .locked-photo').first();
  await expect(inPage).toBeInViewport();
  await expect(inPage).toContainText(t('shell:premium_private_photos'));
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page
    .getByRole('list', { name: t('members:photos') })
    .getByRole('button')
    .first()
    .click();
  await enlarge(page, shown);
  for (let number = 2; number <= shown.total; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(place(page, number, shown.total)).toBeVisible();
  }
  const overlay = viewer(page).locator('.yarl__slide_current .locked-photo');
  await expect(overlay).toContainText(t('shell:premium_private_photos'));
  await expect(overlay.locator('img')).toHaveCount(0);
  await expectAccessible(page);
  await overlay.getByRole('link', { name: t('shell:premium_action') }).click();
  await page.waitForURL(/\/premium$/);
  await expect(viewer(page)).toHaveCount(0);
});

let latest = 0;
/** When the next gesture begins, in seconds, by its own time: later than what the viewer still takes for a double tap. */
const nextGesture = (): number => (latest = Math.max(latest + 1, Date.now() / 1000));

/** Moves fingers in a straight line; each goes from one point to another. */
async function drag(cdp: CDPSession, fingers: readonly (readonly [number, number, number, number])[]): Promise<void> {
  const begin = nextGesture();
  const points = (part: number) =>
    fingers.map(([x, y, toX, toY], id) => ({ id, x: x + (toX - x) * part, y: y + (toY - y) * part }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : points(step / 10),
      timestamp: begin + step / 50,
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', step);
  await send('touchEnd', 11);
}

/** Two taps a tenth of a second apart by their own times, however long the machine takes to send them. */
async function doubleTap(cdp: CDPSession, x: number, y: number): Promise<void> {
  const begin = nextGesture();
  for (const timestamp of [begin, begin + 0.1]) {
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.02 });
  }
}

/** Waits until nothing moves in the viewer. */
const expectAtRest = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      viewer(page).evaluate(
        (dialog) => dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running').length,
      ),
    )
    .toBe(0);

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('PH5 ME20: photos are swiped, zoomed by pinch and double tap, and closed by pulling down', async ({
    page,
    baseURL,
  }) => {
    const shown = await openProfile(page, baseURL);
    await enlarge(page, shown);
    const cdp = await page.context().newCDPSession(page);
    const whole = await widthOf(shownPhoto(page));
    const width = () => widthOf(shownPhoto(page));
    await drag(cdp, [
      [160, 360, 60, 300],
      [200, 360, 300, 420],
    ]);
    await expect.poll(width).toBeGreaterThan(whole * 1.4);
    await drag(cdp, [
      [20, 300, 165, 355],
      [340, 420, 195, 365],
    ]);
    await expect.poll(width).toBeCloseTo(whole, 0);
    for (const wider of [true, false]) {
      await doubleTap(cdp, 180, 370);
      await expect.poll(async () => (await width()) > whole * 1.4).toBe(wider);
      await expectAtRest(page);
    }
    await drag(cdp, [[300, 370, 60, 370]]);
    await expect(place(page, 2, shown.total)).toBeVisible();
    await expectAtRest(page);
    await drag(cdp, [[180, 250, 180, 650]]);
    await expect(viewer(page)).toBeHidden();
    await expect(
      page.getByRole('button', { name: t('members:enlarge', { name: shown.name }) }).nth(1),
    ).toBeInViewport();
  });
});
