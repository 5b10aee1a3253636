// Measures how soon all tabs of a member's two devices show the same unread message, balance and language.
import type { Browser, Locator, Page } from 'playwright';
import { pathOf } from '#domain/routes';
import { translatorFor } from '#i18n/translator';
import { userOf } from '#tests/support/browser';
import { type Figure, percentile } from './figure.ts';
import type { RunningApp } from './running-app.ts';
import { logIn } from './login.ts';

const ROUNDS = 5;
const TABS = 3;

/** The measured changes, each from the press in one tab until the last of the others shows it. */
type Took = Record<'unread' | 'credits' | 'language', number>;

export async function devicesFigure(browser: Browser, app: RunningApp): Promise<Figure> {
  const devices = [await logIn(browser, app, 'free'), await logIn(browser, app, 'free')];
  const tabs: Page[] = [];
  for (const { context, page } of devices) {
    tabs.push(page);
    for (let more = 1; more < TABS; more += 1) tabs.push(await context.newPage());
  }
  const other = await logIn(browser, app, 'premium');
  const rounds: Took[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await oneRound(app, tabs, other.page));
  for (const { context } of [...devices, other]) await context.close();
  const of = (what: keyof Took, share: number): number =>
    percentile(
      rounds.map((took) => took[what]),
      share,
    );
  const kinds = ['unread', 'credits', 'language'] as const;
  const said = kinds.map(
    (what) => `${what} ${Math.round(of(what, 1))} ms at worst, median ${Math.round(of(what, 0.5))}`,
  );
  return {
    what: `the same on ${2 * TABS} tabs of two devices, the slowest of ${ROUNDS} rounds and three kinds`,
    value: Math.max(...kinds.map((what) => of(what, 1))),
    unit: 'ms',
    budget: { atMost: 2000 },
    beside: said.join('; '),
  };
}

async function oneRound({ home, site }: RunningApp, tabs: readonly Page[], other: Page): Promise<Took> {
  const [acting, ...rest] = tabs;
  if (!acting) throw new Error('There is no tab.');
  const chatWith = async (of: Page): Promise<string> =>
    home + pathOf('members-id-chat', 'en', { id: (await userOf(of)).id });
  for (const tab of tabs) await tab.goto(home + pathOf('credits'));
  await other.goto(await chatWith(acting));
  const unread = await sendAndWait(other, () => all(tabs, (tab) => tab.waitForFunction(isMarked, null, OFTEN)));

  await acting.goto(await chatWith(other));
  await all(rest, (tab) => tab.waitForFunction(isUnmarked, null, OFTEN));
  const { translate: t } = translatorFor('en', site.texts('en'));
  const before = await userOf(acting);
  const after = t('credits:balance', { count: before.credits - 1 });
  const credits = await sendAndWait(acting, () => all(rest, (tab) => tab.getByText(after, { exact: true }).waitFor()));

  await acting.goto(home + pathOf('members'));
  const language = await timed(async () => {
    await choose(acting, 'nl');
    await all(rest, (tab) => shown(tab, home + pathOf('credits', 'nl')));
  });
  await choose(acting, 'en');
  await all(rest, (tab) => shown(tab, home + pathOf('credits')));
  return { unread, credits, language };
}

/** Polls often enough to see the change within a few frames. A background tab draws no frames to wait for. */
const OFTEN = { polling: 20 } as const;
const isMarked = (): boolean => document.title.startsWith('(');
const isUnmarked = (): boolean => !document.title.startsWith('(');

const all = (tabs: readonly Page[], shows: (tab: Page) => Promise<unknown>): Promise<unknown> =>
  Promise.all(tabs.map(shows));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function sendAndWait(page: Page, isThere: () => Promise<unknown>): Promise<number> {
  const field: Locator = page.locator('.message-box textarea');
  await field.fill('For all your screens.');
  return timed(async () => {
    await field.press('Enter');
    await isThere();
  });
}

/**
 * The browser presses the link itself: Playwright first observes it for some frames, which takes seconds in one of many
 * tabs.
 */
const choose = (page: Page, language: string): Promise<void> =>
  page.locator(`header a[data-language="${language}"]`).evaluate((link: HTMLAnchorElement) => link.click());

/** Whether the tab shows the new page and its content has loaded. */
async function shown(tab: Page, address: string): Promise<void> {
  await tab.waitForURL(address, { waitUntil: 'commit' });
  await tab.locator('main h1').waitFor();
  await tab.waitForFunction(() => !document.querySelector('main .skeleton'), null, OFTEN);
}
