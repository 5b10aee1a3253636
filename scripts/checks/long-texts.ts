// Check: every language's legal and help texts have all the parts of the English ones: headings, numbered clauses,
// lists, tables, links.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, foldersIn, read } from './files.ts';
import type { Report } from './report.ts';

/** Parts that a translation must keep. Placeholders and links are compared by content, the rest by kind. */
const PARTS: readonly RegExp[] = [
  /^#{2,3}(?= )/gm,
  /^\d+\.(?= )/gm,
  /^[-*](?= )/gm,
  /^\|/gm,
  /\{\{\w+\}\}/g,
  /\]\([^)]+\)/g,
];

export function check(root: string): Report {
  const languages = foldersIn(root, 'locales').filter((code) => code !== 'en');
  const english = filesIn(root, 'locales/en/pages', ['md']);
  return {
    faults: english.flatMap((path) =>
      languages.flatMap((code) => faultsOf(root, path, path.replace('locales/en/', `locales/${code}/`))),
    ),
    note: `${english.length} texts in ${languages.length + 1} languages`,
  };
}

function faultsOf(root: string, english: string, path: string): string[] {
  // The check of languages reports missing files.
  if (!existsSync(join(root, path))) return [];
  const [wanted, found] = [partsOf(read(root, english)), partsOf(read(root, path))];
  return [...wanted].flatMap(([part, count]) => {
    const own = found.get(part) ?? 0;
    return own >= count ? [] : [`${path}: has ${own} times "${part}"; English has ${count}.`];
  });
}

/** Counts each part, and each clause number: before its clause, and in references to it. */
function partsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const clauses = new Set(text.match(/^\d+\.\d+(?= )/gm) ?? []);
  const named = (text.match(/(?<![\d.,])\d+\.\d+(?!\.?\d)/g) ?? []).filter((number) => clauses.has(number));
  for (const part of [...PARTS.flatMap((pattern) => text.match(pattern) ?? []), ...named])
    counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}
