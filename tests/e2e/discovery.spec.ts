// Journeys through saved searches, the match finder and the swipe game, by pointer on a phone and by keyboard on a wide
// screen.
import type { Locator, Page, TestInfo } from '@playwright/test';
import { finder } from '#contract/finder';
import { swipe } from '#contract/swipe';
import { SWIPE } from '#domain/limits';
import { endOfLocalDay, timeZoneOf } from '#domain/local-day';
import { pathOf } from '#domain/routes';
import {
  MOVING,
  sampledScreen,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  sites,
  test,
  words,
} from '#tests/support/browser';
import { joinAndLogIn } from '#tests/support/signing-up';

test.use(MOVING);

const site = firstSite();
/** Where the seeded members are so many that an account meets five of them. */
const COUNTRY = 'NL';
const t = words(site, 'en');

/** A press on the phone, and the keyboard alone on a wide screen. A slow tap would be a long press. */
async function press(target: Locator, { project }: TestInfo): Promise<void> {
  if (project.name === 'phone') await target.click();
  else await target.press('Enter');
}

const soundPage = async (page: Page): Promise<void> => {
  await expectAccessible(page);
  await expectNoSideScroll(page);
};

test(
  'ME1: a search is saved, opened again, renamed and deleted',
  { tag: sampledScreen('saved searches') },
  async ({ page, baseURL }, info) => {
    const home = origin(site, baseURL);
    await joinAndLogIn(page, site, home);
    await page.goto(`${home}${pathOf('members')}?min_age=30&max_age=45`);
    const chip = page.getByRole('button', { name: t('searches:title') });
    await press(chip, info);
    const dialog = page.getByRole('dialog', { name: t('searches:title') });
    const name = dialog.getByLabel(t('searches:name'));
    await expect(name).toHaveValue(/30.45/);
    await expect(dialog.getByText(t('searches:empty'))).toBeVisible();
    await name.fill('Weekend');
    await name.press('Enter');
    const row = dialog.getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(dialog.getByText(t('searches:saved'))).toBeVisible();
    await soundPage(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(chip).toBeFocused();

    await page.goto(home + pathOf('members'));
    await press(chip, info);
    await press(row.getByRole('button', { name: 'Weekend', exact: true }), info);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/min_age=30&max_age=45/);
    await expect(page.getByRole('button', { name: t('members:ages', { min: 30, max: 45 }) })).toBeVisible();

    await press(chip, info);
    await press(row.getByRole('button', { name: `${t('searches:change')} Weekend` }), info);
    await row.getByLabel(t('searches:name')).fill('Week');
    await press(row.getByRole('button', { name: t('searches:rename') }), info);
    await expect(row.getByRole('button', { name: 'Week', exact: true })).toBeVisible();
    await press(row.getByRole('button', { name: `${t('searches:change')} Week` }), info);
    await press(row.getByRole('button', { name: t('searches:remove') }), info);
    await expect(dialog.getByText(t('searches:empty'))).toBeVisible();
  },
);

test(
  'ME27: the questions of the match finder lead to members and why they fit; kept answers are there after a reload',
  { tag: sampledScreen('match finder') },
  async ({ page, baseURL }, info) => {
    const home = origin(site, baseURL);
    await joinAndLogIn(page, site, home);
    await page.goto(home + pathOf('match-finder'));
    const question = (name: string): Locator => page.getByRole('heading', { level: 1, name: t(`finder:${name}`) });
    const option = (name: string): Locator => page.getByRole('button', { name: t(`finder:${name}`), exact: true });
    await expect(question('heading')).toBeVisible();
    await soundPage(page);
    const keep = page.getByRole('switch', { name: t('finder:keep') });
    if (info.project.name === 'phone') await keep.click();
    else await keep.press('Space');
    await expect(keep).toBeChecked();
    await press(option('start'), info);
    await expect(question('hope')).toBeFocused();
    await soundPage(page);
    await press(option('hope_dates'), info);
    await expect(question('place')).toBeFocused();
    await press(page.locator('.finder-actions').getByRole('button', { name: t('shell:back') }), info);
    await expect(question('hope')).toBeFocused();
    await expect(option('hope_dates')).toHaveAttribute('aria-pressed', 'true');
    await press(option('hope_dates'), info);
    await press(option('place_country'), info);
    await press(option('ages_near'), info);
    await expect(question('time')).toBeFocused();
    await press(option('time_food'), info);
    await press(option('time_home'), info);
    await soundPage(page);
    await press(option('go_on'), info);
    await expect(question('pace')).toBeFocused();
    await press(option('skip'), info);
    await expect(question('meeting')).toBeFocused();
    await expect
      .poll(() => page.evaluate(async (path) => (await fetch(path)).text(), finder.read.path))
      .toContain('"pace":null');
    await page.reload();
    await expect(question('meeting')).toBeVisible();
    await press(option('skip'), info);
    await press(option('matters_ages'), info);
    await expect(question('result')).toBeFocused();
    await expect(page.locator('a.card-person').first()).toBeVisible();
    await expect(page.locator('.finder-reasons').first()).not.toBeEmpty();
    await soundPage(page);
    await press(option('forget'), info);
    await expect(question('heading')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: t('finder:deleted_here') })).toBeVisible();
    await expect(keep).not.toBeChecked();
    await expect(option('forget')).toHaveCount(0);
    await soundPage(page);
  },
);

/** Leads to the profile of the card on top, whose name may be that of others. */
const top = (page: Page): Locator => page.locator('.swipe-actions a');

/** Drags the top card sideways by a share of its width, with the finger or the mouse. */
async function drag(page: Page, share: number, { project }: TestInfo): Promise<void> {
  const deck = page.locator('.swipe-deck');
  // A card that comes back is not yet under the finger.
  await expect
    .poll(() =>
      deck.evaluate(
        (each) => each.getAnimations({ subtree: true }).filter((one) => one.playState === 'running').length,
      ),
    )
    .toBe(0);
  const box = await deck.boundingBox();
  if (!box) throw new Error('There is no card on top.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const steps = [0.25, 0.5, 0.75, 1].map((part) => x + box.width * share * part);
  if (project.name !== 'phone') {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const step of steps) await page.mouse.move(step, y);
    await page.mouse.up();
    return;
  }
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  for (const step of steps) await touch('touchMove', step);
  await touch('touchEnd');
  await finger.detach();
}

/** Longer than the test takes on a slow machine. */
const TEST_MS = 180_000;
/** Waits for midnight where it is near: the likes before it belong to another day. */
const waitOutMidnight = (): Promise<void> =>
  expect
    .poll(() => Number(endOfLocalDay(new Date(), timeZoneOf(COUNTRY, null))) - Date.now(), {
      timeout: TEST_MS + 20_000,
    })
    .toBeGreaterThan(TEST_MS);

test(
  'LI15 LI16: the swipe game follows finger, mouse and keys, brings back the last pass, and ends kindly after four likes',
  { tag: sampledScreen('swipe game') },
  async ({ page, baseURL }, info) => {
    // Its likes go to members of other tests too, which count theirs: a brand of its own for each screen.
    const brand = sites.at(info.project.name === 'phone' ? 1 : 2) ?? site;
    const t = words(brand, 'en');
    const home = origin(brand, baseURL);
    test.setTimeout(2 * TEST_MS + 60_000);
    await waitOutMidnight();
    await joinAndLogIn(page, brand, home, 'en', { country: COUNTRY });
    await page.goto(home + pathOf('swipe-game'));
    const left = (count: number): Locator => page.getByText(t('swipe:left', { count }));
    await expect(left(SWIPE.likesPerDay)).toBeVisible();
    await soundPage(page);
    const first = (await top(page).getAttribute('href')) ?? '';
    // Too short to be an answer, at any speed.
    await drag(page, 0.04, info);
    await expect(top(page)).toHaveAttribute('href', first);
    await drag(page, -0.6, info);
    await expect(top(page)).not.toHaveAttribute('href', first);
    await expect(left(SWIPE.likesPerDay)).toBeVisible();
    const undo = page.locator('.swipe-actions button').first();
    if (info.project.name === 'phone') await undo.press('Enter');
    else await page.keyboard.press('ArrowUp');
    await expect(top(page)).toHaveAttribute('href', first);
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await drag(page, 0.6, info);
    await expect(left(SWIPE.likesPerDay - 1)).toBeVisible();
    for (let remaining = SWIPE.likesPerDay - 2; remaining >= 0; remaining -= 1) {
      if (info.project.name === 'phone') await page.locator('.swipe-actions .swipe-yes').press('Enter');
      else await page.keyboard.press('ArrowRight');
      if (remaining > 0) await expect(left(remaining)).toBeVisible();
    }
    const end = page.getByRole('heading', { name: t('swipe:end_heading') });
    await expect(end).toBeVisible();
    await soundPage(page);
    await page.getByRole('link', { name: t('swipe:end_likes') }).click();
    await page.waitForURL(home + pathOf('likes-type', 'en', { type: 'sent' }));
    await expect(page.locator('a.card-person')).toHaveCount(SWIPE.likesPerDay);
    // A page that is loaded anew knows only what has been sent.
    await expect
      .poll(() => page.evaluate(async (path) => (await fetch(path)).text(), swipe.deck.path))
      .toContain('"remaining":0');
    await page.goto(home + pathOf('swipe-game'));
    await expect(end).toBeVisible();
  },
);
