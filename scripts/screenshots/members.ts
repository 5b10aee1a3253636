// Screenshots of the members area: a demo login who has likes, matches, conversations and payments, on every kind of screen.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { pathOf } from '#domain/routes';
import type { Site } from '#site/load';
import { entered, logIn } from '#tests/support/browser';
import { demoLogins } from '../seed/demo.ts';
import { withChromium } from '../testing/chromium.ts';
import { faultsOf } from './faults.ts';
import { memberScreens } from './member-screens.ts';

export const galleryLogin = demoLogins.find(({ kind }) => kind === 'lively');

/** Half of what counts as good: prices and lists arrive after the page. */
const LATE_SHIFT = 0.05;

interface Look {
  readonly name: string;
  readonly context: BrowserContextOptions;
  readonly isPrint?: boolean;
  readonly chromiumArgs?: readonly string[];
}

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const desktop = { viewport: { width: 1280, height: 800 } } as const;
const looks: readonly Look[] = [
  { name: 'phone', context: phone },
  { name: 'landscape', context: { ...phone, viewport: { width: 740, height: 360 } } },
  { name: 'desktop', context: desktop },
  { name: 'letters-200', context: phone, chromiumArgs: ['--blink-settings=defaultFontSize=32'] },
  { name: 'dark', context: { ...phone, colorScheme: 'dark' } },
  { name: 'print', context: { viewport: { width: 794, height: 1123 } }, isPrint: true },
];

export interface Pictures {
  readonly count: number;
  readonly faults: readonly string[];
}

/** Takes every screen of the members area in every look. */
export const membersPictures = (
  root: string,
  sites: readonly Site[],
  folder: string,
  port: number,
): Promise<Pictures> =>
  withDemoServer(root, sites, port, async () => {
    const faults: string[] = [];
    let count = 0;
    for (const look of looks)
      await withChromium(
        async (browser) => {
          for (const site of sites) {
            const taken = await walkMembers(browser, look, site, `http://${site.folder}.localhost:${port}`, folder);
            faults.push(...taken.faults);
            count += taken.count;
          }
        },
        ...(look.chromiumArgs ?? []),
      );
    return { count, faults };
  });

/** Starts the product with a fresh demo database on `port`, and ends it after `work`. */
export async function withDemoServer<T>(
  root: string,
  sites: readonly Site[],
  port: number,
  work: () => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'matchloom-screenshots-'));
  const niches = sites.map(({ folder: name }) => name).join(',');
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error', NICHES: niches };
  const server = spawn(process.execPath, ['scripts/start.ts', '--no-build'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stopped = ended.then((): never => {
    throw new Error('The server ended before the last picture.');
  });
  try {
    await Promise.race([untilReady(`http://127.0.0.1:${port}/readyz`), stopped]);
    return await work();
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

const TRIES = 240;

async function untilReady(url: string): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The server is not ready after two minutes.');
}

async function walkMembers(
  browser: Browser,
  look: Look,
  site: Site,
  origin: string,
  folder: string,
): Promise<Pictures> {
  const context = await entered(await browser.newContext({ ...look.context, bypassCSP: true }));
  const page = await context.newPage();
  await logIn(page, site, origin, galleryLogin);
  if (look.isPrint) await page.emulateMedia({ media: 'print' });
  const faults: string[] = [];
  const paths = await screensOf(page, origin);
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(origin + path);
    await settled(page);
    const picture = `members-${site.folder}-${name}-${look.name}`;
    await page.screenshot({ path: join(folder, `${picture}.png`) });
    faults.push(...(await faultsOf(page, LATE_SHIFT)).map((fault) => `${picture}: ${fault}`));
  }
  await context.close();
  return { count: Object.keys(paths).length, faults };
}

/** The screens by name; those of one member, one payment and one conversation are the first of their lists. */
export async function screensOf(page: Page, origin: string): Promise<Readonly<Record<string, string>>> {
  const first = (route: string, pattern: RegExp): Promise<string> => firstId(page, origin + pathOf(route), pattern);
  return memberScreens({
    member: await first('members', /\/members\/([0-9a-f-]{36})$/),
    payment: await first('transactions-id', /\/transactions\/([0-9a-f-]{36})/),
    partner: await first('chats', /\/chats\/([0-9a-f-]{36})/),
  });
}

async function firstId(page: Page, url: string, pattern: RegExp): Promise<string> {
  const found = await firstLink(page, url, pattern);
  return pattern.exec(found)?.[1] ?? '';
}

/** The path of the first link on a page whose address fits. */
async function firstLink(page: Page, url: string, pattern: RegExp): Promise<string> {
  await page.goto(url);
  await settled(page);
  const link = await page.waitForFunction(
    (source) =>
      [...document.querySelectorAll('a')].map(({ pathname }) => pathname).find((path) => new RegExp(source).test(path)),
    pattern.source,
  );
  return (await link.jsonValue()) ?? '';
}

/** Waits until nothing loads any more: the account in the bars, what islands load late, and the pictures on the screen. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').first().waitFor({ state: 'attached' });
  await page.waitForFunction(
    () =>
      document.querySelector(
        'main [aria-busy="true"], main astro-island[ssr], .nav-pending, .composer-row > span.round',
      ) === null && document.querySelector('main h1, main h2, main [role="log"]') !== null,
  );
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return image.complete || width === 0 || bottom < 0 || top > innerHeight;
    }),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled([...document.images].filter(({ complete }) => complete).map((image) => image.decode()));
  });
}
