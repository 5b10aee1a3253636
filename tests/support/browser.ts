// The fixtures of every browser test: monitoring of errors, policy reports and foreign requests, and accessibility
// checks.
import { type Browser, type BrowserContext, type Cookie, expect, test as base, type Page } from '@playwright/test';
import { LANGUAGE, SESSION } from '#domain/limits';
import { auth, type User } from '#contract/auth';
import { pathOf } from '#domain/routes';
import { loadSites, type Site } from '#site/load';
import { type Translate, translatorFor } from '#i18n/translator';
import { accessibilityFaults } from '#tests/support/accessibility';
import { MOST_SHIFT, watchShifts } from '#tests/support/layout-shifts';
import { isFull, sampled } from '#tests/support/samples';
import { demoLogins } from '#scripts/seed/demo';
import { CHROMIUM_ARGS, findWholeChromium } from '#scripts/testing/chromium';

export { accessibilityFaults };

export const sites: readonly Site[] = loadSites(process.cwd());
export const firstSite = (): Site => {
  const [site] = sites;
  if (!site) throw new Error('There are no niches.');
  return site;
};

/**
 * A site in a language, on the screen that ordinary runs use for it; the full run takes every screen
 * (playwright.config.ts).
 */
export interface Journey {
  readonly site: Site;
  readonly language: string;
  readonly tag: string[];
}
/** The tag of the screen on which an ordinary run takes a test that differs between them; the full run takes both. */
export const sampledScreen = (test: string): string[] => [...sampled(`screen of ${test}`, ['@phone', '@desktop'], 1)];
const journey = (site: Site, language: string): Journey => ({ site, language, tag: sampledScreen('journeys') });
/** One site in one language; in the full run every site in English and one of them in every other language. */
export const journeys: readonly Journey[] = isFull
  ? [
      ...sites.map((site) => journey(site, 'en')),
      ...firstSite()
        .languages.filter(({ code }) => code !== 'en')
        .map(({ code }) => journey(firstSite(), code)),
    ]
  : sampled('journeys', sites, 1).flatMap((site) =>
      sampled(`journeys of ${site.folder}`, site.languages, 1).map(({ code }) => journey(site, code)),
    );
const [first] = demoLogins;
if (!first) throw new Error('There are no demo logins.');
export const free = first;

/** Faults on any page of any device, collected while a test runs. */
interface Watch {
  readonly errors: string[];
  readonly foreign: string[];
  readonly reports: string[];
  readonly shifts: string[];
}

interface Options {
  /** The test provokes refusals on purpose, whose status the browser logs by itself. */
  readonly refusals: boolean;
  /** The visitor has passed the entry warning on this device before. */
  readonly hasEntered: boolean;
  /** Nothing on a page may move by itself (tests/support/layout-shifts.ts), unless this says why it does in a test. */
  readonly mayMoveBecause: string;
  /** The part of the screen that may. */
  readonly mostShift: number;
}

export const test = base.extend<{ watch: Watch } & Options>({
  refusals: [false, { option: true }],
  hasEntered: [true, { option: true }],
  mayMoveBecause: ['', { option: true }],
  mostShift: [MOST_SHIFT.usual, { option: true }],
  context: async ({ context, hasEntered }, use) => {
    await use(hasEntered ? await entered(context) : context);
  },
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': someAddress() }),
  watch: [
    async ({ browser, context, refusals, mayMoveBecause, mostShift }, use) => {
      const watch: Watch = { errors: [], foreign: [], reports: [], shifts: [] };
      const others = new Set<BrowserContext>();
      const watchOther = (other: BrowserContext): void => {
        others.add(other);
        watchDevice(other);
      };
      const watchDevice = (device: BrowserContext): void => {
        watchAll(device, watch, refusals);
        // Playwright keeps the order: before the context opens a page.
        if (mayMoveBecause === '') void watchShifts(device, mostShift, (shift) => watch.shifts.push(shift));
      };
      watchDevice(context);
      browser.on('context', watchOther);
      await use(watch);
      browser.off('context', watchOther);
      for (const other of others) await other.close();
      expect(watch.foreign).toEqual([]);
      expect(watch.reports).toEqual([]);
      expect(watch.errors).toEqual([]);
      expect(watch.shifts).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

const executablePath = findWholeChromium();
/** For a whole file: the headless shell refuses notifications and rounds the widths of letters. */
export const IN_WHOLE_BROWSER = {
  launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...CHROMIUM_ARGS] },
};

/** Monitors every page that a browser context has or opens: the test's own device, and any further one. */
function watchAll(context: BrowserContext, watch: Watch, refusals: boolean): void {
  context.on('weberror', (fault) => {
    const error: unknown = fault.error();
    watch.errors.push(error instanceof Error ? error.message : String(error));
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || (refusals && /status of 4\d\d/.test(message.text()))) return;
    watch.errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on('request', (request) => {
    const { hostname, protocol, pathname } = new URL(request.url());
    if (pathname === '/api/csp-report.php') watch.reports.push(request.postData() ?? '');
    if (protocol.startsWith('http') && !/(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname))
      watch.foreign.push(request.url());
  });
}

/** A device whose visitor has passed the entry warning before. */
export async function entered(context: BrowserContext): Promise<BrowserContext> {
  // A mail in the development mailbox is in a frame without storage.
  await context.addInitScript(() => globalThis.origin !== 'null' && localStorage.setItem('entry', '1'));
  return context;
}

/** Another device of the same kind: a browser with its own address, whose visitor has passed the entry warning. */
export const newDevice = async (browser: Browser): Promise<BrowserContext> =>
  entered(await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': someAddress() } }));

/** A unique address for each test's visitor, so that one test's failed logins block no other's. */
const someAddress = (): string => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;

/** For tests of what moves: an ordinary run asks for reduced motion (playwright.config.ts says why). */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** For tests of what comes and goes by itself, such as alerts: nothing moves. */
export const STILL = { mostShift: MOST_SHIFT.none } as const;

/** A walk over brands takes each scheme on one screen; the full run takes both on both. */
export const SCREEN_OF = { light: '@phone', dark: '@desktop' } as const;

/** The address of a site in the browser. */
export const origin = (site: Site, baseURL: string | undefined): string =>
  `http://${site.folder}.localhost:${new URL(baseURL ?? 'http://127.0.0.1:4321').port}`;
/** The site's texts in a language, to find elements by their visible text. */
export const words = (site: Site, language: string): Translate =>
  translatorFor(language, site.texts(language)).translate;

/** Fails with the rule and element of each accessibility fault. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** Waits until a public page is painted, and its warning and question of consent are open if due. */
export const expectDrawn = (page: Page): Promise<void> =>
  expect(page.locator('html[data-drawn]'), page.url()).toBeAttached();

/** Everything that scripts have stored on the device. */
export const keptOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());

/** Fails when the page scrolls sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** The member of the page's session, or null. */
const currentUser = (page: Page): Promise<User | null> =>
  page.evaluate(async (path) => ((await (await fetch(path)).json()) as { user: User | null }).user, auth.user.path);

/** The logged-in member, from their own session. */
export async function userOf(page: Page): Promise<User> {
  const user = await currentUser(page);
  if (!user) throw new Error('This page has no session.');
  return user;
}

/** The login's form values. */
type Login = Pick<typeof free, 'email' | 'password'>;

/** The session cookies of the demo member's logins in this worker, by site. */
const sessions = new Map<string, Cookie[]>();

/**
 * Logs a member in on the English page of a site and waits for the search, in the account's language. Tests of one
 * worker share the demo member's session; any other member logs in by the form.
 */
export async function logIn(page: Page, site: Site, home: string, who: Login = free, language = 'en'): Promise<void> {
  // Without the cookie the browser's own language decides.
  if (language === 'en') await page.context().addCookies([{ name: LANGUAGE.cookie, value: 'en', url: home }]);
  if (who === free && (await resumesSession(page, site, home))) {
    await page.goto(home + pathOf('members', language));
    return;
  }
  await logInByForm(page, site, home, who, language);
  if (who !== free) return;
  const cookies = await page.context().cookies(home);
  sessions.set(
    site.folder,
    cookies.filter(({ name }) => name !== LANGUAGE.cookie),
  );
}

/** Whether the worker has a session on the site that still holds: a test can have ended it by logging out. */
async function resumesSession(page: Page, site: Site, home: string): Promise<boolean> {
  const cookies = sessions.get(site.folder);
  if (!cookies) return false;
  await page.context().addCookies(cookies);
  await page.goto(`${home}/robots.txt`);
  if (await currentUser(page)) return true;
  sessions.delete(site.folder);
  for (const { name } of cookies) await page.context().clearCookies({ name });
  return false;
}

async function logInByForm(page: Page, site: Site, home: string, who: Login, language: string): Promise<void> {
  const t = words(site, 'en');
  // Whose account is in another language is led to it by the login, not before.
  for (const name of [SESSION.hintCookie, LANGUAGE.cookie]) await page.context().clearCookies({ name });
  await page.goto(home + pathOf('login'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill(who.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(home + pathOf('members', language));
}
