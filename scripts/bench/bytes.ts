// Reports the weight of the front pages from the manifest of the last build.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageWeight } from '../build/page-weight.ts';
import { BUDGETS } from '../build/page-budget.ts';
import type { Figure } from './figure.ts';

/** Ten segments of 1,460 bytes: what a server sends before it waits for an acknowledgement. */
const FIRST_WINDOW = 14_600;
const BUDGET = 14_000;

export function measureBytes(root: string): Figure[] {
  const file = join(root, 'dist/manifest.json');
  if (!existsSync(file)) {
    console.log('No dist/manifest.json: run npm run build to have the front pages weighed.');
    return [];
  }
  const { pages } = JSON.parse(readFileSync(file, 'utf8')) as { pages: readonly PageWeight[] };
  const fronts = pages.filter((page) => page.route === 'index').toSorted((a, b) => b.br - a.br);
  const [heaviest] = fronts;
  if (!heaviest) return [];
  const share = Math.round((heaviest.br / FIRST_WINDOW) * 100);
  const first = Math.max(...fronts.map((page) => page.first));
  return [
    {
      what: `heaviest of ${fronts.length} front pages (${heaviest.niche}, ${heaviest.language})`,
      value: heaviest.br,
      unit: 'bytes',
      budget: { atMost: BUDGET },
      beside: `${share} % of the first TCP window of ${FIRST_WINDOW.toLocaleString('en')} bytes`,
    },
    {
      what: 'everything before the visitor acts',
      value: first,
      unit: 'bytes',
      budget: { atMost: BUDGETS['public']?.first ?? 0 },
      beside: `${Math.max(...fronts.map((page) => page.requests))} requests`,
    },
  ];
}
