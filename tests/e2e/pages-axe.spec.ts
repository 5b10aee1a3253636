// Every kind of public page in every theme, light and dark, with the entry warning open and closed: no accessibility
// fault, one heading, no side scroll.
import type { Page } from '@playwright/test';
import type { Site } from '#site/load';
import { accessibilityFaults, expect, origin, sites, test, words } from '#tests/support/browser';
import { publicPages, someMember, type PublicPage } from '#tests/support/public-pages';
import { isFull, sampled } from '#tests/support/samples';

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
/** The pages of one test. */
const PAGES = isFull ? 3 : 5;

test.use({ hasEntered: false, refusals: true, screenshot: 'off' });

/** A page of a site, and the schemes in which it is checked, also with the warning open. */
interface Turn {
  readonly kind: PublicPage;
  readonly language: string;
  readonly schemes: readonly Scheme[];
  readonly warned: readonly Scheme[];
}

/** The pages of this run. */
const names = sampled('axe', [...new Set(sites.flatMap(publicPages).map(({ name }) => name))], 24);

/** Those of a site, each in another language. An ordinary run draws theme and scheme of each page. */
const turnsOf = (site: Site, at: number): Turn[] =>
  publicPages(site).flatMap((kind, number): Turn[] => {
    const language = site.languages[(number + at) % site.languages.length]?.code ?? 'en';
    if (isFull) return [{ kind, language, schemes: SCHEMES, warned: SCHEMES }];
    if (!names.includes(kind.name) || !sampled(`axe: theme of ${kind.name}`, sites, 1).includes(site)) return [];
    const schemes = sampled(`axe: scheme of ${kind.name}`, SCHEMES, 1);
    const [warned = []] = sampled(`axe: warning of ${kind.name}`, [schemes, []], 1);
    return [{ kind, language, schemes, warned }];
  });

const groupsOf = (turns: readonly Turn[]): (readonly Turn[])[] =>
  turns.flatMap((_, at) => (at % PAGES === 0 ? [turns.slice(at, at + PAGES)] : []));

/** The faults of the page as it stands. */
async function faultsOn(page: Page, schemes: readonly Scheme[]): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const fault of await accessibilityFaults(page)) faults.push(`${colorScheme}: ${fault}`);
  }
  return faults;
}

for (const [at, site] of sites.entries())
  for (const turns of groupsOf(turnsOf(site, at)))
    test(`LA18 SH1: ${site.folder}: no accessibility fault on ${turns.map(({ kind }) => kind.name).join(', ')}`, async ({
      page,
      baseURL,
    }) => {
      const home = origin(site, baseURL);
      const faults: string[] = [];
      // A visitor from a country with a warning on every page that may warn.
      await page.setExtraHTTPHeaders({ 'X-Country-Code': 'NL' });
      const { id } = await someMember(page, home);
      for (const { kind, language, schemes, warned } of turns) {
        const note = (found: readonly string[]): void =>
          void faults.push(...found.map((fault) => `${kind.name} in ${language}: ${fault}`));
        await kind.standIn?.(page, site, language);
        await page.goto(home + kind.path(language, id));
        if (kind.entry !== 'none') {
          const warning = page.getByRole('dialog', { name: words(site, language)('site:entry_heading') });
          await expect(warning).toBeVisible();
          note(await faultsOn(page, warned));
          await warning.getByRole('button').click();
          await expect(warning).toBeHidden();
        }
        note(await faultsOn(page, schemes));
        const headings = await page.locator('h1:visible').count();
        if (headings !== 1) note([`${headings} headings of the first level`]);
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (isWider) note(['scrolls sideways']);
        await page.evaluate(() => localStorage.clear());
      }
      expect(faults).toEqual([]);
    });
