// The lander alonetonight in a browser: the answer opens the form and lights a window; with and without JavaScript, by
// keyboard.
import { pathOf } from '#domain/routes';
import {
  MOVING,
  expect,
  expectAccessible,
  expectNoSideScroll,
  firstSite,
  origin,
  test,
  words,
} from '#tests/support/browser';
import { looksOf } from '#tests/support/looks';
import { fillStart } from '#tests/support/signing-up';

test.use(MOVING);

const site = firstSite();
const at = (language: string, slug?: string): string =>
  pathOf('landers-alonetonight-slug', language, slug ? { slug } : {});

for (const script of [true, false]) {
  test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script, refusals: true });

    test('LA3: the answer opens the form, stays when a date is refused, and is the first line on the next page', async ({
      page,
      baseURL,
    }) => {
      const language = script ? 'en' : 'de';
      const t = words(site, language);
      await page.goto(origin(site, baseURL) + at(language));
      const send = page.getByRole('button', { name: t('lander-alonetonight:action'), exact: true });
      await expect(send).toBeHidden();
      await page.getByLabel(t('lander-alonetonight:plans')).check();
      await expect(send).toBeVisible();
      await expect(page.getByText(t('lander-alonetonight:plans_line'))).toBeVisible();
      await fillStart(page, site, language, String(new Date().getFullYear() - 5));
      await send.click();
      await expect(page.getByRole('alert')).toHaveText(t('errors:invalid'));
      await expect(page.getByLabel(t('lander-alonetonight:plans'))).toBeChecked();
      await fillStart(page, site, language, '1988');
      await page.getByRole('button', { name: t('lander-alonetonight:action'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signup:heading'));
      await expect(page.getByLabel(t('signup:message'), { exact: true })).toHaveValue(
        t('lander-alonetonight:plans_line'),
      );
    });
  });
}

test('LA3: each answer lights a window of its own, and the keyboard suffices', async ({ page, baseURL }) => {
  const t = words(site, 'en');
  await page.goto(origin(site, baseURL) + at('en'));
  const glow = (): Promise<string[]> =>
    page
      .locator('.window .glass')
      .evaluateAll((panes) =>
        Promise.all(panes.flatMap((pane) => pane.getAnimations()).map(({ finished }) => finished)).then(() =>
          panes.map((pane) => getComputedStyle(pane).fill),
        ),
      );
  expect(new Set(await glow()).size).toBe(1);
  await page.getByLabel(t('lander-alonetonight:talk')).focus();
  for (const [key, lit] of [
    ['Space', 0],
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowDown', 3],
  ] as const) {
    await page.keyboard.press(key);
    const fills = await glow();
    expect(fills.filter((fill) => fill === fills[lit])).toHaveLength(1);
  }
  await expect(page.getByText(t('lander-alonetonight:line_note'))).toBeHidden();
  await expect(page.getByRole('button', { name: t('lander-alonetonight:action') })).toBeVisible();
});

for (const { site: each, scheme, tag } of looksOf('alonetonight'))
  test(
    `LA3: no accessibility fault and no sideways scrolling, ${each.folder}, ${scheme}`,
    { tag },
    async ({ page, baseURL }) => {
      await page.emulateMedia({ colorScheme: scheme });
      const [campaign] = each.niche.campaigns;
      await page.goto(origin(each, baseURL) + at('de', scheme === 'dark' ? campaign?.slug : undefined));
      await page.getByLabel(words(each, 'de')('lander-alonetonight:talk')).check();
      await expectNoSideScroll(page);
      await expectAccessible(page);
    },
  );
