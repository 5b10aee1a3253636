// Every kind of public page in every theme, light and dark, with the entry warning open and closed: no accessibility
// fault, one heading, no side scroll.
import type { Page } from '@playwright/test';
import type { Site } from '#site/load';
import { accessibilityFaults, expect, origin, sites, test, words } from '#tests/support/browser';
import { publicPages, someMember, type PublicPage } from '#tests/support/public-pages';

const isFull = process.env['FULL'] === '1';
/**
 * The number of the seven themes that each page is checked in during an ordinary run; together the pages cover all of
 * them evenly.
 */
const SAMPLE = 2;
const SCHEMES = ['light', 'dark'] as const;

test.use({ hasEntered: false, refusals: true, screenshot: 'off' });

/** The pages of a site in this run, each in another language. */
const turnsOf = (site: Site, at: number): { kind: PublicPage; language: string; isFirst: boolean }[] =>
  publicPages(site).flatMap((kind, number) => {
    const turn = (at + number * (sites.length - SAMPLE)) % sites.length;
    const language = site.languages[(number + at) % site.languages.length]?.code ?? 'en';
    return isFull || turn < SAMPLE ? [{ kind, language, isFirst: isFull || turn === 0 }] : [];
  });

/** The faults of the page as it stands, in both schemes. */
async function faultsOn(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const fault of await accessibilityFaults(page)) faults.push(`${colorScheme}: ${fault}`);
  }
  return faults;
}

for (const [at, site] of sites.entries())
  test(`LA18 SH1: ${site.folder}: no public page has an accessibility fault @phone`, async ({ page, baseURL }) => {
    test.setTimeout(isFull ? 900_000 : 120_000);
    const home = origin(site, baseURL);
    const faults: string[] = [];
    // A visitor from a country with a warning on every page that may warn.
    await page.setExtraHTTPHeaders({ 'X-Country-Code': 'NL' });
    const { id } = await someMember(page, home);
    for (const { kind, language, isFirst } of turnsOf(site, at)) {
      const note = (found: readonly string[]): void =>
        void faults.push(...found.map((fault) => `${kind.name} in ${language}: ${fault}`));
      await kind.standIn?.(page, site, language);
      await page.goto(home + kind.path(language, id));
      if (kind.entry !== 'none') {
        const warning = page.getByRole('dialog', { name: words(site, language)('site:entry_heading') });
        await expect(warning).toBeVisible();
        if (isFirst) note(await faultsOn(page));
        await warning.getByRole('button').click();
        await expect(warning).toBeHidden();
      }
      note(await faultsOn(page));
      const headings = await page.locator('h1:visible').count();
      if (headings !== 1) note([`${headings} headings of the first level`]);
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (isWider) note(['scrolls sideways']);
      await page.evaluate(() => localStorage.clear());
    }
    expect(faults).toEqual([]);
  });
