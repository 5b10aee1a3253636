// Draws the pictures of the app that browsers show before they install it, of a demo login in each language:
// `node scripts/art/app-screens.ts [niche…] [--language CODE]…`. The niches must be built.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright';
import sharp from 'sharp';
import { LANGUAGE } from '#domain/limits';
import { pathOf } from '#domain/routes';
import { loadSites, type Site } from '#site/load';
import { entered, logIn } from '#tests/support/browser';
import { type Arguments, readArguments, UsageError } from '../arguments.ts';
import { APP_SCREEN, APP_SCREENS, screenFile } from '../build/app-screens.ts';
import { galleryLogin, settled, withDemoServer } from '../screenshots/members.ts';
import { withChromium } from '../testing/chromium.ts';
import { within } from './within.ts';

const command = {
  usage: `Usage: node scripts/art/app-screens.ts [niche…] [--language CODE]…
  niche…      those niches (all)
  --language  only those languages
Draws pictures of the app for the manifests of the niches, which must be built, into their public folders.`,
  options: { language: { type: 'string', multiple: true, default: [] as string[] } },
  names: Infinity,
} as const;

const root = join(import.meta.dirname, '..', '..');
const PORT = 4398;

function readWish({ values, positionals }: Arguments<typeof command.options>) {
  const all = loadSites(root);
  const unknown = positionals.find((name) => !all.some((site) => site.folder === name));
  if (unknown) throw new UsageError(`There is no niche "${unknown}".`);
  return {
    sites: positionals.length > 0 ? all.filter(({ folder }) => positionals.includes(folder)) : all,
    languages: values.language,
  };
}

/** A logged-in phone, on which each language is chosen in turn. */
async function draw(browser: Browser, site: Site, languages: readonly string[], origin: string): Promise<void> {
  const { width, height, scale } = APP_SCREEN;
  const screen = { viewport: { width, height }, deviceScaleFactor: scale, isMobile: true, hasTouch: true } as const;
  const context = await entered(await browser.newContext({ ...screen, bypassCSP: true }));
  const page = await context.newPage();
  await logIn(page, site, origin, galleryLogin);
  for (const language of languages) {
    await context.addCookies([{ name: LANGUAGE.cookie, value: language, url: origin }]);
    for (const { name, route } of APP_SCREENS) {
      await page.goto(origin + pathOf(route, language));
      await settled(page);
      await store(site, screenFile(name, language), await page.screenshot());
    }
  }
  await context.close();
}

async function store(site: Site, name: string, png: Buffer): Promise<void> {
  const webp = await within(APP_SCREEN.bytes, (quality) => sharp(png).webp({ quality, effort: 6 }).toBuffer(), 80);
  const file = join(root, 'niches', site.folder, 'public', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, webp);
  console.log(`${site.folder}: ${name} ${webp.length} bytes`);
}

const { sites, languages } = readWish(readArguments(command, readWish));
await withDemoServer(root, sites, PORT, () =>
  withChromium(async (browser) => {
    for (const site of sites) {
      const codes = site.published.map(({ code }) => code);
      const wished = languages.length === 0 ? codes : codes.filter((code) => languages.includes(code));
      await draw(browser, site, wished, `http://${site.folder}.localhost:${PORT}`);
    }
  }),
);
