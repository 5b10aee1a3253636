// Check: ids in test titles and citations in code resolve; says how many requirements no test names yet.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';
import { titlesOf } from './titles.ts';

const REQUIREMENTS = 'tests/requirements.md';
const CHECKS = 'docs/checks.md';
const DECISIONS = 'docs/decisions.md';

const SOURCES = ['ts', 'tsx', 'astro', 'scss', 'sql', 'js', 'mjs', 'md'];
/** A citation may run over the end of a comment's line. */
const GAP = String.raw`[\s*/]+`;
const DECISION = String.raw`(?:A-[a-z]+(?:-[a-z]+)*|[A-E]\d*\b)`;
const CITED_DECISIONS = new RegExp(String.raw`\bdecisions?${GAP}(${DECISION}(?:,${GAP}${DECISION})*)`, 'g');
const CITED_REQUIREMENTS = new RegExp(String.raw`\brequirements?${GAP}([A-Z]{2}\d+(?:,${GAP}[A-Z]{2}\d+)*)`, 'g');
const ABSENT_DOCUMENT = new RegExp(String.raw`\bspec${GAP}§`, 'gi');

export function check(root: string): Report {
  const missing = [REQUIREMENTS, CHECKS, DECISIONS].filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) return { faults: missing.map((path) => `${path}: the file is missing.`) };
  const known = requirementIds(root);
  const named = namedIds(root);
  const lists: Lists = { requirements: new Set(known), checks: rowIds(root, CHECKS), decisions: decisionIds(root) };
  return {
    faults: [
      ...unknownInTitles(named, lists),
      ...unknownDecisionsOfRows(root, lists),
      ...unknownCitations(root, lists),
    ],
    note: `${known.filter((id) => named.has(id)).length} of ${known.length} requirements are named by a test`,
  };
}

/** Ids of the requirements that no test names, in the order of the list. */
export function unnamedIds(root: string): string[] {
  const named = namedIds(root);
  return requirementIds(root).filter((id) => !named.has(id));
}

type Lists = Readonly<Record<'requirements' | 'checks' | 'decisions', ReadonlySet<string>>>;

const requirementIds = (root: string): string[] =>
  [...read(root, REQUIREMENTS).matchAll(/^\| ([A-Z]{2}\d+) \|/gm)].map((match) => match[1] ?? '');

const rowIds = (root: string, path: string): Set<string> =>
  new Set([...read(root, path).matchAll(/^\| ([A-Z](?:\d+|-[a-z-]+)) \|/gm)].map((match) => match[1] ?? ''));

/** The rows, and those sections that have no rows: a section with rows is cited by row. */
function decisionIds(root: string): Set<string> {
  const rows = rowIds(root, DECISIONS);
  const sections = [...read(root, DECISIONS).matchAll(/^## ([A-Z])\. /gm)].map((match) => match[1] ?? '');
  return new Set([...rows, ...sections.filter((letter) => ![...rows].some((id) => id.startsWith(letter)))]);
}

/** Id → a file whose test names it, as in `LI3 LI4 C9 DB6: sent and matches tabs`. */
function namedIds(root: string): Map<string, string> {
  const named = new Map<string, string>();
  for (const path of filesIn(root, 'tests', ['test.ts', 'spec.ts', 'test.tsx'])) {
    for (const title of titlesOf(path, read(root, path))) {
      const ids = /^((?:(?:[A-Z]{1,3}\d+|DA-[a-z]+(?:-[a-z]+)*)[ ,]*)+):/.exec(title)?.[1]?.split(/[ ,]+/) ?? [];
      for (const id of ids) named.set(id, path);
    }
  }
  return named;
}

/** One letter is a check, D before such an id a decision, all else a requirement. */
const unknownInTitles = (named: ReadonlyMap<string, string>, lists: Lists): string[] =>
  [...named].flatMap(([id, path]) => {
    const decision = /^D([A-Z](?:\d+|-.+))$/.exec(id)?.[1];
    const [known, list] = decision
      ? [lists.decisions.has(decision), DECISIONS]
      : /^[A-Z]\d/.test(id)
        ? [lists.checks.has(id), CHECKS]
        : [lists.requirements.has(id), REQUIREMENTS];
    return known ? [] : [`${path}: a test names ${id}, but ${list} has no such row.`];
  });

/** The last column of a requirement names the decisions about it. */
const unknownDecisionsOfRows = (root: string, { decisions }: Lists): string[] =>
  [...read(root, REQUIREMENTS).matchAll(/^\| ([A-Z]{2}\d+) \|.*\| ([^|]+) \|$/gm)].flatMap(([, row, column]) =>
    [...(column ?? '').replaceAll(/\(.*?\)|`.*?`/g, '').matchAll(new RegExp(DECISION, 'g'))]
      .filter(([id]) => !decisions.has(id))
      .map(([id]) => `${REQUIREMENTS}: ${row} names the decision ${id}, but ${DECISIONS} has no such row.`),
  );

function unknownCitations(root: string, lists: Lists): string[] {
  const folders = ['src', 'scripts', 'tests', 'docs'].flatMap((folder) => filesIn(root, folder, SOURCES));
  return [...folders, 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']
    .filter((path) => path !== REQUIREMENTS && existsSync(join(root, path)))
    .flatMap((path) => {
      const text = read(root, path);
      const unknown = (pattern: RegExp, known: ReadonlySet<string>, list: string): string[] =>
        [...text.matchAll(pattern)].flatMap(({ 1: ids = '', index }) =>
          ids
            .split(/[,\s*/]+/)
            .filter((id) => !known.has(id))
            .map((id) => `${path}:${lineAt(text, index)}: cites ${id}, but ${list} has no such row.`),
        );
      return [
        ...[...text.matchAll(ABSENT_DOCUMENT)].map(
          ({ index }) =>
            `${path}:${lineAt(text, index)}: cites a document that is not here; name a row of ${REQUIREMENTS}.`,
        ),
        ...unknown(CITED_DECISIONS, lists.decisions, DECISIONS),
        ...unknown(CITED_REQUIREMENTS, lists.requirements, REQUIREMENTS),
      ];
    });
}
