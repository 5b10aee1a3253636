// Measures the public pages with Lighthouse on a simulated slow phone, each beside an empty page from the same server, and screens of the
// members area; takes about 55 minutes.
import type { Flags } from 'lighthouse';
import { isEntrance, pathOf, routes } from '#domain/routes';
import { loadSites, type Site } from '#site/load';
import { withChromium } from '../testing/chromium.ts';
import { freePort } from '../testing/free-port.ts';
import { type Figure, percentile, table } from './figure.ts';
import { measureMembersScreens } from './lighthouse-members.ts';
import { measure, type Measured } from './lighthouse-run.ts';
import { EMPTY, serveSite } from './site-server.ts';

/** Measurements of a page; the median counts. */
const RUNS = 5;
/** Landers that depend on their pictures may paint a little later. */
const WITH_PICTURES = /gallery|collagelanding|socialnetwork|\/video/;
/** Categories that must score 100; speed is judged by its figures. */
const WHOLE: readonly string[] = ['accessibility', 'best-practices', 'seo'];
const SLOW_PHONE = {
  throttlingMethod: 'devtools',
  throttling: {
    rttMs: 150,
    throughputKbps: 1638,
    requestLatencyMs: 562,
    downloadThroughputKbps: 1474,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier: 10,
  },
} as const;
/** All categories but speed are the same in every run. */
const SPEED_ONLY: Partial<Flags> = { onlyCategories: ['performance'], disableFullPageScreenshot: true };

export async function measureLighthouse(root: string): Promise<Figure[]> {
  const port = await freePort();
  const [first, ...others] = loadSites(root);
  if (!first) throw new Error('There is no niche to measure.');
  return withChromium(
    async (browser) => [
      ...(await measureMembersScreens(root, browser, port)),
      ...(await measureSite(root, first, entrances(), port)),
      ...(await inTurn(others, (site) => measureSite(root, site, [pathOf('index')], port))),
    ],
    `--remote-debugging-port=${port}`,
  );
}

const entrances = (): string[] =>
  routes
    .filter((route) => route.screen && isEntrance(route))
    .map(({ name }) => pathOf(name, 'en', { id: '00000000-0000-4000-8000-000000000000' }));

/** Measures a page and an empty one in turns, because the speed of the machine varies. */
interface Pair {
  readonly page: Measured;
  readonly floor: Measured;
}

/** Serves a site while `work` runs against its address. */
async function onSite<T>(root: string, site: Site, work: (origin: string) => Promise<T>): Promise<T> {
  const server = await serveSite(root, site);
  try {
    return await work(server.origin);
  } finally {
    await server.close();
  }
}

const measureSite = (root: string, site: Site, paths: readonly string[], port: number): Promise<Figure[]> =>
  onSite(root, site, (origin) =>
    inTurn(paths, async (path) => {
      const simulated = await measurePair(origin, path, port);
      const figures = figuresOf(`${site.folder} ${path}`, simulated, await measurePair(origin, path, port, SLOW_PHONE));
      console.log(table(figures));
      return figures;
    }),
  );

function figuresOf(what: string, { page, floor }: Pair, slow: Pair): Figure[] {
  const most = WITH_PICTURES.test(what) ? 1.25 : 1.1;
  const figure = (name: string, value: number, unit: string, budget: Figure['budget'], beside: string): Figure => ({
    what: `${what}: ${name}`,
    value,
    unit,
    budget,
    beside,
  });
  const ms = (value: number): string => `${Math.round(value)} ms`;
  const isListed = !what.includes('/members/');
  return [
    figure(
      'FCP',
      page.fcp / floor.fcp,
      '×',
      { atMost: most },
      `${ms(page.fcp)} beside ${ms(floor.fcp)} of an empty page`,
    ),
    figure('LCP', page.lcp / floor.lcp, '×', { atMost: most }, `${ms(page.lcp)} beside ${ms(floor.lcp)}`),
    figure(
      'LCP, CPU 10 × slower, applied',
      slow.page.lcp / slow.floor.lcp,
      '×',
      { atMost: 1.15 },
      `${ms(slow.page.lcp)} beside ${ms(slow.floor.lcp)}`,
    ),
    figure('CLS', page.cls, '', { atMost: 0 }, ''),
    figure('TBT', page.tbt, 'ms', { atMost: 50 }, ''),
    ...Object.entries(page.scores)
      .filter(([name]) => WHOLE.includes(name) && (name !== 'seo' || isListed))
      .map(([name, score]) => figure(name, Math.round(score * 100), '', { atLeast: 100 }, '')),
  ];
}

/** The empty page runs every second time only: it shows the present speed of the machine. */
async function measurePair(origin: string, path: string, port: number, more: Partial<Flags> = {}): Promise<Pair> {
  const pages: Measured[] = [];
  const floors: Measured[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    if (turn % 2 === 0) floors.push(await measure(origin + EMPTY, port, { ...more, ...SPEED_ONLY }));
    const isWhole = turn === 0 && !more.throttling;
    pages.push(await measure(origin + path, port, { ...more, ...(isWhole ? {} : SPEED_ONLY) }));
  }
  return { page: median(pages), floor: median(floors) };
}

function median(runs: readonly Measured[]): Measured {
  const middle = (pick: (run: Measured) => number): number => percentile(runs.map(pick), 0.5);
  return {
    url: runs[0]?.url ?? '',
    fcp: middle((run) => run.fcp),
    lcp: middle((run) => run.lcp),
    cls: Math.max(...runs.map((run) => run.cls)),
    tbt: middle((run) => run.tbt),
    scores: runs[0]?.scores ?? {},
  };
}

async function inTurn<In, Out>(items: readonly In[], work: (item: In) => Promise<Out[]>): Promise<Out[]> {
  const all: Out[] = [];
  for (const item of items) all.push(...(await work(item)));
  return all;
}
