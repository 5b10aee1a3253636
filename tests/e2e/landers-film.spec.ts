// The two film landers in a browser: the film plays on demand only, and both lead to a sent first step by keyboard and
// without JavaScript.
import type { Locator, Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { chapterStarts, lineTimes } from '#domain/film';
import {
  MOVING,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  sites,
  test,
  words,
} from '#tests/support/browser';
import { watchFetches } from '#tests/support/fetches';
import { sampled } from '#tests/support/samples';

test.use(MOVING);

const site = firstSite();
const t = words(site, 'en');
const FILM = pathOf('landers-video-slug');
const STILLS = pathOf('landers-transitionsvideolanding-slug');

/** Answers the first step with the keyboard alone, from the first question on, and waits for the whole form. */
async function answerByKeyboard(page: Page): Promise<void> {
  await page.locator('input[name="gender"]').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1985');
  await page.keyboard.press('Enter');
  await expect(page.locator('input[name="email"]')).toBeVisible();
  await expect(page.locator('input[name="birth_year"]')).toHaveValue('1985');
}

/** Pauses the film once it has played beyond a second; on a slow machine it would be over before it is looked at. */
const pausedAfter = (film: Locator, second: number): Promise<void> =>
  film.evaluate(
    (each: HTMLVideoElement, after) =>
      new Promise((done) => {
        const pause = (): void => {
          if (each.currentTime <= after) return;
          each.removeEventListener('timeupdate', pause);
          each.pause();
          done();
        };
        each.addEventListener('timeupdate', pause);
      }),
    second,
  );

test.describe('LA10: the film page', () => {
  test('loads nothing of the film before play is pressed, then plays it with captions', async ({ page, baseURL }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\.(webm|mp4|vtt)$/.test(request.url())) asked.push(request.url());
    });
    const allFetched = watchFetches(page);
    await page.goto(origin(site, baseURL) + FILM);
    await allFetched();
    expect(asked).toEqual([]);
    const film = page.locator('video');
    await expect(film).toHaveJSProperty('paused', true);
    const paused = pausedAfter(film, 0.4);
    await page.getByRole('button', { name: t('lander-video:watch') }).press('Enter');
    await paused;
    expect(asked.length).toBeGreaterThan(0);
    await expect(film).toHaveJSProperty('controls', true);
    await expect(page.locator('[data-watch]')).toBeHidden();
    const shown = film.evaluate((each: HTMLVideoElement) =>
      [...each.textTracks].filter((track) => track.mode === 'showing').map((track) => track.language),
    );
    expect(await shown).toEqual(['en']);
    await film.evaluate((each: HTMLVideoElement, at) => (each.currentTime = at), lineTimes[0]?.from ?? 0);
    await expect
      .poll(() => film.evaluate((each: HTMLVideoElement) => (each.textTracks[0]?.activeCues?.[0] as VTTCue)?.text))
      .toBe(t('lander-video:line_1'));
  });

  test('a chapter seeks the film and is marked as current', async ({ page, baseURL }) => {
    await page.goto(origin(site, baseURL) + FILM);
    const third = page.getByRole('link', { name: t('lander-video:chapter_3') });
    const film = page.locator('video');
    const paused = pausedAfter(film, chapterStarts[2] ?? 0);
    await third.press('Enter');
    await paused;
    await expect(third).toHaveAttribute('aria-current', 'true');
    const now = await film.evaluate((each: HTMLVideoElement) => each.currentTime);
    expect(now).toBeGreaterThanOrEqual(chapterStarts[2] ?? 0);
    await expect(page.locator('[data-screen]')).toHaveAttribute('data-playing');
    await film.evaluate((each: HTMLVideoElement) => each.play());
    await expect(page.locator('[data-screen]')).not.toHaveAttribute('data-playing');
    await expect(page.locator('[data-watch]')).toBeVisible();
  });

  for (const each of sampled('film', sites, 2))
    test(`accessible, no side scroll, ${each.folder}`, async ({ page, baseURL }) => {
      await page.goto(origin(each, baseURL) + FILM);
      await expectNoSideScroll(page);
      await page.locator('.transcript summary').press('Enter');
      await expect(page.locator('#chapter-1')).toBeVisible();
      await expectAccessible(page);
    });

  test('the first step is sent by keyboard', async ({ page, baseURL }) => {
    await page.goto(origin(site, baseURL) + FILM);
    await answerByKeyboard(page);
  });
});

test.describe('LA9: the film of stills', () => {
  test('the scenes follow the scroll: the second still covers the first and grows', async ({ page, baseURL }) => {
    await page.goto(origin(site, baseURL) + STILLS);
    const second = page.locator('.still').nth(1);
    await expect(second).toHaveCSS('opacity', '0');
    await expect(page.locator('h1')).toBeInViewport();
    await page.evaluate(() => scrollTo(0, innerHeight * 2));
    await expect(second).toHaveCSS('opacity', '1');
    const turned = (): Promise<string> => second.locator('img').evaluate((each) => getComputedStyle(each).transform);
    const before = await turned();
    await page.evaluate(() => scrollBy(0, innerHeight / 5));
    await expect.poll(turned).not.toBe(before);
    await page.getByRole('link', { name: t('lander-transitionsvideolanding:action') }).press('Enter');
    await expect(page.locator('#yours')).toBeInViewport();
  });

  for (const each of sampled('stills', sites, 2))
    test(`accessible, no side scroll, ${each.folder}`, async ({ page, baseURL }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(origin(each, baseURL) + STILLS);
      await expectNoSideScroll(page);
      await expectAccessible(page);
    });

  test('the first step is sent by keyboard', async ({ page, baseURL }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(origin(site, baseURL) + STILLS);
    await answerByKeyboard(page);
  });

  test('with reduced motion the scenes are stacked vertically, each with its picture', async ({ page, baseURL }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(origin(site, baseURL) + STILLS);
    for (const at of [0, 1, 2]) {
      await page.locator('.scene').nth(at).scrollIntoViewIfNeeded();
      await expect(page.locator('.still').nth(at)).toHaveCSS('opacity', '1');
      await expect(page.locator('.still').nth(at)).toHaveCSS('position', 'absolute');
    }
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('LA10: the browser’s own controls, and chapters as links', async ({ page, baseURL }) => {
    await page.goto(origin(site, baseURL) + FILM);
    await expect(page.locator('video')).toHaveAttribute('controls');
    await expect(page.locator('[data-watch]')).toBeHidden();
    await expect(page.getByRole('link', { name: t('lander-video:chapter_2') })).toHaveAttribute('href', /#t=4\.5$/);
  });

  for (const [id, path] of [
    ['LA10', FILM],
    ['LA9', STILLS],
  ] as const)
    test(`${id}: the first step is sent from ${path}`, async ({ page, baseURL }) => {
      await page.goto(origin(site, baseURL) + path);
      await page.locator('input[name="gender"]').first().check({ force: true });
      await page.locator('input[name="seeks"]').last().check({ force: true });
      await page.locator('input[name="birth_day"]').fill('12');
      await page.locator('select[name="birth_month"]').selectOption('3');
      await page.locator('input[name="birth_year"]').fill('1985');
      await page.locator('form.signup-start button[type="submit"]').click();
      await expect(page.locator('input[name="email"]')).toBeVisible();
      await expect(page.locator('input[name="birth_year"]')).toHaveValue('1985');
    });
});
