// Doubled text size on a phone: no public page gets wider than the screen, and the warning opens at its top.
import { expect, expectDrawn, firstSite, origin, sites, test, words } from '#tests/support/browser';
import { opened } from '#tests/support/public-pages';
import { sampled } from '#tests/support/samples';

const TWICE = 32;
/** The languages with the longest words, and with the longest prices. */
const LANGUAGES = ['fi', 'sv'];

test.use({
  refusals: true,
  screenshot: 'off',
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${TWICE}`] }),
    { scope: 'worker' },
  ],
});

for (const site of sampled('large letters', sites, 1))
  for (const language of sampled('language of large letters', LANGUAGES, 1))
    test(`with doubled text size no public page of ${site.folder} is wider than the screen, in ${language}`, async ({
      page,
      baseURL,
    }) => {
      const wide: string[] = [];
      let seen = 0;
      for await (const { kind } of opened(page, site, origin(site, baseURL), [language])) {
        await expectDrawn(page);
        const { letters, over } = await page.evaluate(() => ({
          letters: parseFloat(getComputedStyle(document.documentElement).fontSize),
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }));
        expect(letters).toBeGreaterThanOrEqual(TWICE);
        seen += 1;
        if (over > 0) wide.push(`${kind.name}: ${over} px`);
      }
      expect(seen).toBeGreaterThan(0);
      expect(wide).toEqual([]);
    });

test.describe('on a first visit', () => {
  test.use({ hasEntered: false });

  test('with doubled text size the warning opens at its heading', async ({ page, baseURL }) => {
    const site = firstSite();
    await page.goto(origin(site, baseURL));
    const warning = page.getByRole('dialog', { name: words(site, 'en')('site:entry_heading') });
    await expect(warning.getByRole('button').first()).toBeFocused();
    await expect(warning.getByRole('heading')).toBeInViewport({ ratio: 1 });
    // On a tall screen the whole warning is seen.
    if (page.viewportSize()?.width === 360) await expect(warning.getByRole('button').first()).not.toBeInViewport();
  });
});
