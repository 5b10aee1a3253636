// One measurement of a page with Lighthouse.
import lighthouse, { type Flags } from 'lighthouse';

export interface Measured {
  /** Of the page that was measured, which redirects may have led to. */
  readonly url: string;
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tbt: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** Repeats a run that ends without its figures, which happens in one of a few hundred. */
export async function measure(url: string, port: number, more: Partial<Flags>): Promise<Measured> {
  for (let tries = 0; tries < 3; tries += 1) {
    const run = await runOnce(url, port, more);
    if (!Number.isNaN(run.fcp + run.lcp + run.cls + run.tbt)) return run;
  }
  throw new Error(`Lighthouse has no figures of ${url}.`);
}

async function runOnce(url: string, port: number, more: Partial<Flags>): Promise<Measured> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', ...more });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}.`);
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    url: finalDisplayedUrl,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    scores: Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score ?? 0])),
  };
}
