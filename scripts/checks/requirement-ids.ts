// Check: test titles name requirements that exist; says how many requirements no test names yet.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, read } from './files.ts';
import type { Report } from './report.ts';
import { titlesOf } from './titles.ts';

const LIST = 'tests/requirements.md';

export function check(root: string): Report {
  if (!existsSync(join(root, LIST))) return { faults: [`${LIST}: the file is missing.`] };
  const known = requirementIds(root);
  const named = namedIds(root);
  const strange = [...named]
    .filter(([id]) => !known.includes(id))
    .map(([id, path]) => `${path}: a test names ${id}, but ${LIST} has no such row.`);
  return {
    faults: strange,
    note: `${known.filter((id) => named.has(id)).length} of ${known.length} requirements are named by a test`,
  };
}

/** Ids of the requirements that no test names, in the order of the list. */
export function unnamedIds(root: string): string[] {
  const named = namedIds(root);
  return requirementIds(root).filter((id) => !named.has(id));
}

const requirementIds = (root: string): string[] =>
  [...read(root, LIST).matchAll(/^\| ([A-Z]{2}\d+) \|/gm)].map((match) => match[1] ?? '');

/** Id → a file whose test names it, as in `LI3 LI4 C9: sent and matches tabs`; one-letter ids are of other catalogues. */
function namedIds(root: string): Map<string, string> {
  const named = new Map<string, string>();
  for (const path of filesIn(root, 'tests', ['test.ts', 'spec.ts', 'test.tsx'])) {
    for (const title of titlesOf(path, read(root, path))) {
      const ids = /^((?:[A-Z]{1,3}\d+[ ,]*)+):/.exec(title)?.[1]?.split(/[ ,]+/) ?? [];
      for (const id of ids) if (/^[A-Z]{2}\d+$/.test(id)) named.set(id, path);
    }
  }
  return named;
}
