// The scores of one screen of the members area, each the median of some runs.
import type { Flags } from 'lighthouse';
import { type Figure, percentile } from './figure.ts';
import type { Measured } from './lighthouse-run.ts';

const RUNS = 3;
/** The least score of each category. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;

type Run = (url: string, more: Partial<Flags>) => Promise<Pick<Measured, 'url' | 'scores'>>;

/** Lighthouse empties the browser's caches before a run, and leaves cookies and local storage: each is a first visit with a session. */
export async function scoreScreen(name: string, url: string, run: Run): Promise<Figure[]> {
  const runs: Readonly<Record<string, number>>[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) {
    const { scores, url: shown } = await run(url, { onlyCategories: Object.keys(LEAST) });
    if (shown !== url) throw new Error(`${url} led to ${shown}, which is not what was to be measured.`);
    runs.push(scores);
  }
  return Object.entries(LEAST).map(([category, least]) => ({
    what: `members area, ${name}: ${category}`,
    value: Math.round(
      percentile(
        runs.map((scores) => scores[category] ?? 0),
        0.5,
      ) * 100,
    ),
    unit: '',
    budget: { atLeast: least },
    beside: '',
  }));
}
