// `npm run screenshots [niche…]`: screenshots of all landers on a phone and a wide screen, and a line for each layout
// fault; `npm run gallery [niche…]`: of the members area.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { LANGUAGE } from '#domain/limits';
import { loadSites, type Site } from '#site/load';
import { entered } from '#tests/support/browser';
import { type Arguments, readArguments, UsageError } from './arguments.ts';
import { type SiteServer, serveSite } from './bench/site-server.ts';
import { secondsSince } from './child.ts';
import { answerFor } from './screenshots/answers.ts';
import { faultsOf } from './screenshots/faults.ts';
import { membersPictures, type Pictures } from './screenshots/members.ts';
import { type ScreenshotPage, screenshotPages } from './screenshots/pages.ts';
import { withChromium } from './testing/chromium.ts';

const flag = { type: 'boolean', default: false } as const;
const some = { type: 'string', multiple: true, default: [] as string[] } as const;
const command = {
  usage: `Usage: npm run screenshots [niche…] [-- --lander NAME]… [--language CODE]… [--dark] [--campaigns] [--whole]
  niche…       those niches (all), in English; the first one in every language
  --lander     only those landers
  --language   only those languages
  --dark       as on a dark screen
  --campaigns  the pages of campaigns instead
  --whole      pages to their end, not only the first screen
  --members    the members area instead: on a phone, turned, wide, in letters of 200 %, dark and printed
The niches must be built. Pictures go to tests/site/screenshots; it ends with 1 when a page is drawn wrong.`,
  options: { dark: flag, campaigns: flag, whole: flag, members: flag, lander: some, language: some },
  names: Infinity,
} as const;

const root = join(import.meta.dirname, '..');
const folder = join(root, 'tests', 'site', 'screenshots');
const SCREENS = [
  { width: 360, height: 740, isMobile: true, hasTouch: true },
  { width: 1280, height: 800 },
] as const;
type Wish = ReturnType<typeof readWish>;

function readWish({ values, positionals }: Arguments<typeof command.options>) {
  const all = loadSites(root);
  const unknown = positionals.find((name) => !all.some((site) => site.folder === name));
  if (unknown) throw new UsageError(`There is no niche "${unknown}".`);
  const named = positionals.flatMap((name) => all.filter((site) => site.folder === name));
  return { ...values, sites: named.length > 0 ? named : all };
}

/** Waits for the face of the headings, for pictures and, on a page for one member, for their picture. */
async function settled(page: Page): Promise<void> {
  await page.locator('html[data-face]').waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    await Promise.allSettled([...document.images].filter(({ complete }) => complete).map((image) => image.decode()));
  });
  for (const frame of await page.locator('[data-photos]').all()) await frame.locator('img[src*="/photos/"]').waitFor();
}

/** Takes the pages one after the other on one screen and answers their faults. */
async function walk(
  browser: Browser,
  screen: (typeof SCREENS)[number],
  pages: readonly ScreenshotPage[],
  servers: ReadonlyMap<Site, SiteServer>,
  wish: Wish,
): Promise<string[]> {
  const { width, height, ...touch } = screen;
  const context = await browser.newContext({
    ...touch,
    bypassCSP: true,
    viewport: { width, height },
    colorScheme: wish.dark ? 'dark' : 'light',
  });
  const page = await (await entered(context)).newPage();
  const faults: string[] = [];
  let last: Site | undefined;
  for (const { site, language, lander, path } of pages) {
    const origin = servers.get(site)?.origin ?? '';
    if (site !== last) {
      await page.unrouteAll();
      await answerFor(page, root, site);
      await context.addCookies([{ name: LANGUAGE.cookie, value: LANGUAGE.default, url: origin }]);
      last = site;
    }
    await page.goto(origin + path);
    await settled(page);
    const name = [site.folder, language, lander, width, wish.dark ? 'dark' : ''].filter(Boolean).join('-');
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: wish.whole });
    faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  return faults;
}

/** Without names, all niches. */
const isWished = (named: readonly string[], name: string): boolean => named.length === 0 || named.includes(name);

function report({ count, faults }: Pictures, started: number): void {
  for (const fault of faults) console.log(fault);
  console.log(`${count} pictures, ${faults.length} faults, ${secondsSince(started)} s.`);
  if (faults.length > 0) process.exitCode = 1;
}

/** Port of the server whose members area is shown. */
const MEMBERS_PORT = 4397;

async function main(): Promise<void> {
  const wish = readWish(readArguments(command, readWish));
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  if (wish.members) return report(await membersPictures(root, wish.sites, folder, MEMBERS_PORT), started);
  const pages = screenshotPages(wish.sites, wish.campaigns).filter(
    ({ lander, language }) => isWished(wish.lander, lander) && isWished(wish.language, language),
  );
  const servers = new Map<Site, SiteServer>();
  try {
    for (const site of wish.sites) servers.set(site, await serveSite(root, site));
    const faults = await withChromium(async (browser) =>
      (await Promise.all(SCREENS.map((screen) => walk(browser, screen, pages, servers, wish)))).flat(),
    );
    report({ count: pages.length * SCREENS.length, faults }, started);
  } finally {
    for (const server of servers.values()) await server.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
