// What a visitor meets first: the entry warning, and the question of consent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectDrawn, firstSite, keptOn, origin, test, words } from '#tests/support/browser';

const site = firstSite();
const t = words(site, 'en');
const warning = (page: Page) => page.getByRole('dialog', { name: t('site:entry_heading') });
const consent = (page: Page) => page.getByRole('complementary', { name: t('site:consent_heading') });
const lander = pathOf('landers-video-slug');
const SOURCE = '?aff_sub=deal%201&network=net';

test.describe('entry warning', () => {
  test.use({ hasEntered: false });

  test('LA18 LA20: every visitor is warned once on an ordinary page; the page stays readable behind it', async ({
    page,
    baseURL,
  }) => {
    const home = origin(site, baseURL);
    await page.goto(home);
    await expect(warning(page)).toBeVisible();
    expect(await page.locator('h1').count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('site:entry_yes', { age: 18 }) }).click();
    await expect(warning(page)).toBeHidden();
    // The close event of a dialog comes a moment later.
    await expect.poll(() => keptOn(page)).toEqual(['entry']);
    expect(Number(await page.evaluate(() => localStorage.getItem('entry')))).toBeGreaterThan(1.6e12);
    await page.goto(home + pathOf('login'));
    await expectDrawn(page);
    await expect(warning(page)).toBeHidden();
  });

  test('LA18: the warning is read and answered by keyboard alone, and only an answer closes it @desktop', async ({
    page,
    baseURL,
  }) => {
    await page.goto(origin(site, baseURL));
    await expect(warning(page)).toHaveAccessibleDescription(t('site:entry_text', { age: 18 }));
    const yes = warning(page).getByRole('button', { name: t('site:entry_yes', { age: 18 }) });
    await expect(yes).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(warning(page).getByRole('link', { name: t('site:entry_no') })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(yes).toBeFocused();
    for (const browser of ['new', 'old']) {
      if (browser === 'old') await warning(page).evaluate((dialog) => dialog.removeAttribute('closedby'));
      for (let presses = 0; presses < 2; presses += 1) {
        await page.keyboard.press('Escape');
        await expect(warning(page)).toBeVisible();
      }
    }
    expect(await keptOn(page)).toEqual([]);
    await expect(yes).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(warning(page)).toBeHidden();
    await expect.poll(() => keptOn(page)).toEqual(['entry']);
  });

  for (const path of ['/', '/members'])
    test(`LA21: an embedding page that has warned already says so on ${path}`, async ({ page, baseURL }) => {
      for (const address of [`${path}?entry=embedded`, '/']) {
        await page.goto(origin(site, baseURL) + address);
        await expectDrawn(page);
        await expect(warning(page)).toBeHidden();
      }
    });

  test('LA14 LA16 SI22: a lander needs no login and warns by country', async ({ page, baseURL }) => {
    const home = origin(site, baseURL);
    const country = 'X-Country-Code';
    const address = 'X-Forwarded-For';
    const visitors: readonly (readonly [Record<string, string>, 'warned' | 'spared'])[] = [
      [{ [country]: 'NL' }, 'warned'],
      [{ [country]: 'FR' }, 'spared'],
      [{ [address]: '217.0.43.145' }, 'warned'],
      [{ [address]: '193.51.208.13' }, 'spared'],
      // The country of these is unknown.
      [{ [address]: '2a01:e0a::1' }, 'warned'],
      [{ [address]: '10.1.2.3' }, 'warned'],
      [{ [address]: '10.1.2.3', [country]: 'XX' }, 'warned'],
    ];
    for (const [headers, wanted] of visitors) {
      await page.setExtraHTTPHeaders(headers);
      await page.goto(home + lander);
      await expectDrawn(page);
      expect([headers, (await warning(page).isVisible()) ? 'warned' : 'spared']).toEqual([headers, wanted]);
    }
  });

  test('LA16: a page warns when its host says XX or does not know the country', async ({ page, baseURL }) => {
    const home = origin(site, baseURL);
    const body = readFileSync(join('dist', site.folder, 'landers/video.html'), 'utf8');
    const said = async (timing: string | null): Promise<boolean> => {
      const headers = { 'Content-Type': 'text/html; charset=utf-8', ...(timing ? { 'Server-Timing': timing } : {}) };
      await page.route(home + lander, (route) => route.fulfill({ body, headers }));
      await page.goto(home + lander);
      await page.unroute(home + lander);
      await expectDrawn(page);
      return warning(page).isVisible();
    };
    expect(await said('cache, country;desc="FR"')).toBe(false);
    expect(await said('cache, country;desc="DE"')).toBe(true);
    expect(await said('cache, country;desc="XX"')).toBe(true);
    expect(await said('country')).toBe(true);
    expect(await said(null)).toBe(true);
  });
});

test.describe('consent', () => {
  test('SA5: nothing is stored before consent, and both answers are equally prominent', async ({ page, baseURL }) => {
    const home = origin(site, baseURL);
    await page.goto(home + lander);
    await expectDrawn(page);
    await expect(consent(page)).toBeHidden();
    await page.goto(home + lander + SOURCE);
    await expect(consent(page)).toBeVisible();
    expect(await keptOn(page)).toEqual(['entry']);
    await expectAccessible(page);
    const [yes, no] = await Promise.all(
      ['consent_yes', 'consent_no'].map((key) => page.getByRole('button', { name: t(`site:${key}`) }).boundingBox()),
    );
    expect([yes?.height, Math.round(yes?.width ?? 0)]).toEqual([no?.height, Math.round(no?.width ?? 0)]);
    await page.getByRole('button', { name: t('site:consent_no') }).click();
    await expect(consent(page)).toBeHidden();
    expect(await keptOn(page)).toEqual(['consent', 'entry']);
  });
});

test('SA5: the question of consent covers no control, and comes first by keyboard @both', async ({ page, baseURL }) => {
  for (const [path, action] of [
    [pathOf('landers-transitionsvideolanding-slug'), '.reel-foot .btn'],
    [pathOf('index'), 'footer :is(a, p):last-of-type'],
  ] as const) {
    await page.goto(origin(site, baseURL) + path + SOURCE);
    await expect(consent(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(consent(page).getByRole('link')).toBeFocused();
    if (path === '/') await page.keyboard.press('End');
    const bar = await consent(page).boundingBox();
    await expect
      .poll(async () => overlap(await page.locator(action).filter({ visible: true }).last().boundingBox(), bar))
      .toBe(0);
  }
});

test.describe('a first step that is refused', () => {
  test.use({ refusals: true });

  for (const magnified of [false, true])
    test(`SA5 SG32: what is wrong with it stands above the question of consent, ${magnified ? '400 %' : '100 % @both'}`, async ({
      page,
      baseURL,
    }) => {
      if (magnified) await page.setViewportSize({ width: 320, height: 256 });
      for (const name of ['landers-tinderswipe', 'landers-iconslanding-slug', 'landers-transitionsvideolanding-slug']) {
        await page.goto(origin(site, baseURL) + pathOf(name) + SOURCE);
        await expectDrawn(page);
        await page.locator('form:has([name=birth_year])').evaluate((form: HTMLFormElement) => {
          for (const choice of form.querySelectorAll<HTMLInputElement>('.segmented [type=radio]'))
            choice.checked = true;
          form.noValidate = true;
          form.requestSubmit();
        });
        await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
        await expect(consent(page)).toBeVisible();
        const field = page.locator('[aria-invalid=true]').first();
        await expect(field).toBeFocused();
        const fault = magnified ? field : page.locator('.field-error').filter({ visible: true }).first();
        await expect(fault).toBeInViewport({ ratio: 1 });
        await expect
          .poll(async () => overlap(await fault.boundingBox(), await consent(page).boundingBox()), { message: name })
          .toBe(0);
      }
    });
});

interface Box {
  readonly y: number;
  readonly height: number;
}
/** The height in pixels that two boxes share; a missing one shares all. */
const overlap = (one: Box | null, other: Box | null): number =>
  one && other
    ? Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y))
    : Infinity;

test('SG1: a selection is visible and readable, also in forced colours', async ({ page, baseURL }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [path, choice] of [
    [pathOf('signup'), '.segmented label'],
    [pathOf('landers-alonetonight-slug'), '.hope'],
  ] as const) {
    await page.goto(origin(site, baseURL) + path);
    const answer = page.locator(choice).first();
    const looks = () =>
      answer.evaluate((label) => {
        const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(label);
        return { ground: backgroundColor, color, adjust: forcedColorAdjust };
      });
    const before = await looks();
    await answer.click();
    const after = await looks();
    expect(after.ground).not.toBe(before.ground);
    expect(after.color).not.toBe(after.ground);
    // Otherwise the browser paints a strip in the background colour behind the words.
    expect(after.adjust).toBe('none');
  }
});

test('SG12 SG13: the signup dialog closes by itself until something is filled in, then only by its button @desktop', async ({
  page,
  baseURL,
}) => {
  const home = origin(site, baseURL);
  await page.goto(home + pathOf('pricing'));
  const dialog = page.getByRole('dialog', { name: t('signup:heading') });
  const open = () => page.getByRole('link', { name: t('signup:submit') }).click();
  // The browser opens a tab of its own, unless the page prevents it. Some versions of Chromium never load that tab
  // without a screen, so the test prevents it after the page.
  const prevented = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('click', (event) => (resolve(event.defaultPrevented), event.preventDefault()), { once: true });
      }),
  );
  await page.getByRole('link', { name: t('signup:submit') }).click({ modifiers: ['ControlOrMeta'] });
  expect(await prevented).toBe(false);
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open();
  await page.mouse.click(2, 2);
  await expect(dialog).toBeHidden();
  await open();
  await dialog.getByLabel(t('signup:birth_day'), { exact: true }).fill('4');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('shell:close') }).click();
  await expect(dialog).toBeHidden();
});
