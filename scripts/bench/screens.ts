// Measures in a real browser what members notice: how soon a message reaches the other screen, how long a page change takes, and how
// smoothly a swipe card moves.
import type { Browser, Page } from 'playwright';
import { pathOf } from '#domain/routes';
import { translatorFor } from '#i18n/translator';
import { openDatabase } from '#server/db/index';
import { creditAccount } from '#server/payments/ledger';
import { userOf } from '#tests/support/browser';
import { emptyInboxes } from '../seed/empty-inboxes.ts';
import { withChromium } from '../testing/chromium.ts';
import type { BenchDatabase } from './database.ts';
import { devicesFigure } from './devices.ts';
import { type Figure, percentile } from './figure.ts';
import { benchLogins, type RunningApp, startApp } from './running-app.ts';
import { logIn } from './login.ts';
import { swipeFigure } from './swipe.ts';

const MESSAGES = 200;
const ROUTE_ROUNDS = 15;
const SLOW_DOWN = 4;

export const measureScreens = (root: string, database: BenchDatabase): Promise<Figure[]> =>
  withChromium(async (browser) => {
    const app = await startApp(root, database.config);
    try {
      await prepareLogins(database, app);
      return [
        await messageFigure(browser, app),
        await routeFigure(browser, app),
        await devicesFigure(browser, app),
        await swipeFigure(browser, app),
      ];
    } finally {
      await app.stop();
    }
  });

/** Every message costs a credit, and the demo logins have fewer than the benchmark sends. What is unread is to come from there too. */
async function prepareLogins({ config }: BenchDatabase, { site }: RunningApp): Promise<void> {
  if (config.kind !== 'postgres')
    throw new Error('The screens are measured on PostgreSQL: install it, or set DATABASE_URL.');
  const open = await openDatabase({ ...config, poolSize: 1 });
  await open.inTenant(site.id, async (db) => {
    await emptyInboxes(db, site.id, benchLogins);
    const found = await db
      .selectFrom('account')
      .select('id')
      .where('tenant', '=', site.id)
      .where(
        'email_key',
        'in',
        benchLogins.map(({ email }) => email),
      )
      .execute();
    for (const { id } of found)
      await creditAccount(db, {
        tenant: site.id,
        account: id,
        credits: 1000,
        kind: 'bonus',
        book: 'bonus',
        about: null,
        at: new Date(),
      });
  });
  await open.close();
}

/**
 * The time from the key press that sends in one browser to the text on the other's screen; both use the clock of this
 * machine.
 */
async function messageFigure(browser: Browser, app: RunningApp): Promise<Figure> {
  const one = await logIn(browser, app, 'premium');
  const other = await logIn(browser, app, 'free');
  const { translate: t } = translatorFor('en', app.site.texts('en'));
  await one.page.goto(app.home + pathOf('members-id-chat', 'en', { id: (await userOf(other.page)).id }));
  await other.page.goto(app.home + pathOf('members-id-chat', 'en', { id: (await userOf(one.page)).id }));
  const field = one.page.getByRole('textbox', { name: t('chats:message') });
  await field.waitFor();
  await other.page.getByRole('log').waitFor();
  const times: number[] = [];
  for (let at = 0; at < MESSAGES; at += 1) {
    const text = `Message number ${at} of the benchmark.`;
    const seen = other.page.evaluate(async (wanted) => {
      const isThere = (): boolean => document.querySelector('[role=log]')?.textContent.includes(wanted) === true;
      while (!isThere()) await new Promise((done) => requestAnimationFrame(done));
      return Date.now();
    }, text);
    await field.fill(text);
    await one.page.evaluate(() =>
      document.addEventListener(
        'keydown',
        () => document.documentElement.setAttribute('data-sent', String(Date.now())),
        {
          once: true,
          capture: true,
        },
      ),
    );
    await field.press('Enter');
    const sent = Number(await one.page.locator('html').getAttribute('data-sent'));
    times.push((await seen) - sent);
  }
  const roundTrip = await serverTime(one.page);
  await one.context.close();
  await other.context.close();
  return {
    what: `message on the other's screen (${MESSAGES} sent)`,
    value: percentile(times, 0.5),
    unit: 'ms',
    budget: { atMost: 150 },
    beside: `p95 ${Math.round(percentile(times, 0.95))} ms; a call of user.php from the same page takes ${Math.round(roundTrip)} ms`,
  };
}

const serverTime = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const times: number[] = [];
    for (let at = 0; at < 30; at += 1) {
      const started = performance.now();
      await (await fetch('/api/user.php')).text();
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[15] ?? 0;
  });

/**
 * The time from the press of a link to the next page's content drawn, with the processor throttled to a cheap phone.
 */
async function routeFigure(browser: Browser, app: RunningApp): Promise<Figure> {
  const { context, page } = await logIn(browser, app, 'premium');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const times: number[] = [];
  const first: number[] = [];
  const full: number[] = [];
  for (let round = 0; round <= ROUTE_ROUNDS; round += 1) {
    for (const route of ['likes', 'chats', 'credits', 'members']) {
      const took = await changeTo(page, pathOf(route));
      (round > 0 ? times : first).push(took);
    }
  }
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await page.goto(app.home + pathOf('likes'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    full.push(performance.now() - started);
  }
  await context.close();
  return {
    what: `change of page in the members area, processor ${SLOW_DOWN} × slower`,
    value: percentile(times, 0.75),
    unit: 'ms p75',
    budget: { atMost: 150 },
    beside: `median ${Math.round(percentile(times, 0.5))} ms, ${Math.round(percentile(first, 0.5))} ms when a page is new; a full load of a page takes ${Math.round(percentile(full, 0.5))} ms`,
  };
}

/** The page has arrived when the router says so, its heading is there, and nothing is still loading. */
const changeTo = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const link = document.querySelector<HTMLAnchorElement>(`.bottombar a[href="${wanted}"]`);
    if (!link) throw new Error(`There is no way to ${wanted}.`);
    const before = document.querySelector('main');
    const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const isThere = (): boolean => {
      const main = document.querySelector('main');
      return main !== before && !!main?.querySelector('h1') && !main.querySelector('[aria-busy=true], .skeleton');
    };
    const arrived = new Promise((done) => document.addEventListener('astro:page-load', done, { once: true }));
    const started = performance.now();
    link.click();
    await arrived;
    while (!isThere()) await nextFrame();
    await nextFrame();
    await nextFrame();
    return performance.now() - started;
  }, path);
