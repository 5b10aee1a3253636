// Check: the pages of the last build stay within their byte budgets.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownScriptFaults, pageFaults } from '../build/page-budget.ts';
import type { PageWeight } from '../build/page-weight.ts';
import { read } from './files.ts';
import type { Report } from './report.ts';

const MANIFEST = 'dist/manifest.json';

export function check(root: string): Report {
  if (!existsSync(join(root, MANIFEST))) return { faults: [], note: `no ${MANIFEST}: run npm run build to measure` };
  const { pages } = JSON.parse(read(root, MANIFEST)) as { pages: readonly PageWeight[] };
  return { faults: [...pages.flatMap(pageFaults), ...ownScriptFaults(pages)], note: `${pages.length} pages` };
}
