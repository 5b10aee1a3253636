// The landers for one member in a browser: a known member, an unknown one, and without JavaScript.
import { members } from '#contract/members';
import { ABOUT } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { expect, expectAccessible, expectNoSideScroll, firstSite, origin, test, words } from '#tests/support/browser';
import { looksOf } from '#tests/support/looks';
import { someMember } from '#tests/support/public-pages';

const site = firstSite();
const landers = ['members-id-landing', 'members-id-landing2-slug', 'members-id-landing3-slug'] as const;

for (const route of landers) {
  test(`LA11 LA12 LA13: ${route} shows the member it is for, labelled, and nothing moves`, async ({
    page,
    baseURL,
  }) => {
    const t = words(site, 'en');
    const home = origin(site, baseURL);
    const { id, name, age, fictional } = await someMember(page, home);
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Shifts caused by the display face do not count here.
    await page.route(`**${members.visitors.path}*`, async (asked) => {
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        Object.assign((globalThis as unknown as { seen: { shift: number } }).seen, { shift: 0 });
      });
      await asked.continue();
    });
    await page.goto(home + pathOf(route, 'en', { id }));
    await expect(page.getByText(t('members:card', { name, age }), { exact: true })).toBeVisible();
    const portrait = page.locator('.portrait');
    await expect(portrait.locator('img[src^="/media/photos/"]')).toBeVisible();
    expect(await portrait.getByText(t('members:fictional')).isVisible()).toBe(fictional);
    expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBe(0);
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });

  test(`LA11 LA12 LA13: ${route} is complete for an unknown id`, async ({ page, baseURL }) => {
    const t = words(site, 'en');
    const asked = page.waitForResponse((response) => response.url().includes(members.visitors.path));
    await page.goto(origin(site, baseURL) + pathOf(route, 'en', { id: crypto.randomUUID() }));
    expect((await asked).status()).toBe(200);
    await expect(page.getByText(t('lander-member:someone', { name: site.name }))).toBeVisible();
    await expect(page.locator('.portrait').getByText(t('members:fictional'))).toBeHidden();
    await expect(page.getByRole('button', { name: t('lander-member:action') })).toBeVisible();
  });
}

test.describe('a photo whose small form is not there yet', () => {
  test.use({ refusals: true, viewport: { width: 360, height: 740 } });

  test('LA11: a phone gets another form of the photo', async ({ page, baseURL }) => {
    const home = origin(site, baseURL);
    const { id } = await someMember(page, home);
    const refused: string[] = [];
    await page.route('**/media/photos/*.avif', (asked) => {
      refused.push(asked.request().url());
      return asked.fulfill({ status: 404 });
    });
    await page.goto(home + pathOf('members-id-landing', 'en', { id }));
    await expect(page.locator('.portrait img[src$="-320.webp"]')).toBeVisible();
    expect(refused).toHaveLength(1);
  });
});

test('LA11: where there is room, the portrait is shown in its stored size @desktop', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const home = origin(site, baseURL);
  const { id } = await someMember(page, home);
  await page.goto(home + pathOf('members-id-landing', 'en', { id }));
  await expect(page.locator('.portrait img[src$="-640.webp"]')).toBeVisible();
});

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script, refusals: true });

    test('SG2 SG3 LA11: from the lander to the signup page, which names the member; a refusal returns to the page', async ({
      page,
      baseURL,
    }) => {
      const language = script ? 'en' : 'de';
      const t = words(site, language);
      const home = origin(site, baseURL);
      const { id, name } = await someMember(page, home);
      await page.goto(home + pathOf('members-id-landing', language, { id }));
      const about = page.getByLabel(t('lander-member:about'), { exact: true });
      const send = page.getByRole('button', { name: t('lander-member:action'), exact: true });
      await page.getByLabel(t('signup:gender_female'), { exact: true }).check();
      await page.getByLabel(t('signup:seeks_male'), { exact: true }).check();
      for (const length of [ABOUT.max + 1, ABOUT.max + 2]) {
        await about.fill('a'.repeat(length));
        await send.click();
        await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lander-member:title'));
        await expect(about).toHaveValue('a'.repeat(length));
      }
      await about.fill('Soup and long walks');
      await send.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await expect(page.locator('.for-member')).toContainText(
        script ? t('lander-member:for_member', { name }) : t('lander-member:for_someone'),
      );
      await expect(page.locator('[name=member]').first()).toHaveValue(id);
    });

    test('SG3: the signup page for one member returns as itself when it is refused', async ({ page, baseURL }) => {
      const t = words(site, 'en');
      const home = origin(site, baseURL);
      const { id } = await someMember(page, home);
      await page.goto(home + pathOf('members-id-signup', 'en', { id }));
      await expect(page.locator('.for-member')).toBeVisible();
      await page.locator('form[data-signup]').evaluate((form: HTMLFormElement) => form.submit());
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
      await expect(page.locator('.for-member')).toBeVisible();
      await expect(page.locator('[name=form_page]')).toHaveValue(pathOf('members-id-signup', 'en', { id }));
      await page.goto(home + pathOf('signup', 'en'));
      await expect(page.locator('.for-member')).toBeHidden();
    });
  });
}

for (const route of [...landers, 'members-id-signup'])
  for (const { site: each, scheme, tag } of looksOf(route))
    test(
      `LA11 LA12 LA13 SG3: no accessibility fault and no sideways scrolling, ${route} of ${each.folder}, ${scheme}`,
      { tag },
      async ({ page, baseURL }) => {
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto(origin(each, baseURL) + pathOf(route, 'de', { id: crypto.randomUUID() }));
        await expectNoSideScroll(page);
        await expectAccessible(page);
      },
    );
