// Doubled text size on a phone: no page gets wider than the screen or loses words, and the warning opens at its top.
import { swipe, type SwipeDeck } from '#contract/swipe';
import { LINE } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { demoLogins } from '#scripts/seed/demo';
import { faultsOf } from '#scripts/screenshots/faults';
import { screensOf, settled } from '#scripts/screenshots/members';
import { expect, expectDrawn, firstSite, logIn, origin, sites, test, words } from '#tests/support/browser';
import { opened } from '#tests/support/public-pages';
import { sampled } from '#tests/support/samples';

const TWICE = 32;
/** The languages with the longest words, and with the longest prices. */
const LANGUAGES = ['fi', 'sv'];
/** Screens of the members area in an ordinary run. */
const SCREENS = 4;
/** Larger than any shift: those are measured elsewhere. */
const NO_SHIFT = 9;

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

test('in the members area doubled letters are not cut off, lie on nothing, and end above the bar', async ({
  page,
  baseURL,
}) => {
  const site = firstSite();
  const home = origin(site, baseURL);
  const lively = demoLogins.find(({ kind }) => kind === 'lively');
  await logIn(page, site, home, lively);
  const faults: string[] = [];
  for (const [name, path] of sampled('large screens', Object.entries(await screensOf(page, home)), SCREENS)) {
    await page.goto(home + path);
    await settled(page);
    for (const fault of [...(await faultsOf(page, NO_SHIFT)), ...(await page.evaluate(layoutFaults))])
      faults.push(`${name}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('LI15: on a card of the swipe game the name is seen whole, however long it and the line are', async ({
  page,
  baseURL,
}) => {
  const site = firstSite();
  const home = origin(site, baseURL);
  await logIn(page, site, home);
  const long = { name: 'Maximilian-Alexander', line: 'Long walks by the sea. '.repeat(5).slice(0, LINE.max) };
  const deck = await page.evaluate(async (path) => (await (await fetch(path)).json()) as SwipeDeck, swipe.deck.path);
  const json = { ...deck, profiles: deck.profiles.map((card) => ({ ...card, ...long })) };
  await page.route(`**${swipe.deck.path}*`, (route) => route.fulfill({ json }));
  await page.goto(home + pathOf('swipe-game'));
  const card = page.locator('.swipe-card[data-place="top"]');
  await expect(card.getByRole('heading')).toContainText(long.name);
  const outside = await card.evaluate((element) => {
    const [outer, inner] = [element, element.querySelector('h2')].map((each) => each?.getBoundingClientRect());
    return outer && inner ? [outer.top - inner.top, inner.bottom - outer.bottom] : [];
  });
  expect(outside).toHaveLength(2);
  for (const pixels of outside) expect(pixels).toBeLessThanOrEqual(0);
});

/** Runs in the page: links and buttons that lie on their siblings, and content that ends below the bottom bar. */
function layoutFaults(): string[] {
  const named = (element: Element): string => (element.textContent || element.className).trim().slice(0, 30);
  const shown = [...document.querySelectorAll('main :is(a, button)')].filter(
    (element) => element.checkVisibility() && getComputedStyle(element).position === 'static',
  );
  const faults: string[] = [];
  for (const one of shown)
    for (const other of shown) {
      if (one === other || one.closest('ul, nav, p, div') !== other.closest('ul, nav, p, div')) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2 && !one.contains(other) && !other.contains(one))
        faults.push(`“${named(one)}” lies on “${named(other)}”`);
    }
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector('.bottombar')?.getBoundingClientRect();
  const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
  if (bar && bar.height > 0 && end > bar.top + 1) faults.push(`the page ends ${end - bar.top} px below the bar`);
  return faults;
}
