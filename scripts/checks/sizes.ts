// Check: files are small, open with a sentence that states their purpose, and have a name that does so too.
import { filesIn, read } from './files.ts';
import type { Report } from './report.ts';

const MAX_LINES = 250;
const CODE = ['ts', 'tsx', 'mjs', 'js', 'astro', 'scss'];
const DRAWERS = /^(utils?|helpers?|common|misc|managers?|data)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PASCAL = /^(?:[A-Z][a-z0-9]*)+$/;
const ROUTE = /^(?:[a-z0-9-]+|\[(?:\.\.\.)?[a-z_]+\]|_)+(?:\.[a-z]+)?$/;

export function check(root: string): Report {
  const paths = ['src', 'scripts', 'tests'].flatMap((folder) => filesIn(root, folder, CODE));
  return { faults: paths.flatMap((path) => [...nameFaults(path), ...textFaults(path, read(root, path))]) };
}

function nameFaults(path: string): string[] {
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const name = file.replace(/^_/, '').replace(/(?:\.(?:test|spec|d|config|setup))?\.\w+$/, '');
  const drawer = [...segments.slice(0, -1), name].find((each) => DRAWERS.test(each));
  if (drawer) return [`${path}: "${drawer}" says nothing; name it by what it holds.`];
  if (isWellNamed(path, file, name)) return [];
  return [`${path}: name it in ${needsPascal(path) ? 'PascalCase, as a component' : 'kebab-case'}.`];
}

const needsPascal = (path: string): boolean =>
  path.endsWith('.tsx') || (path.endsWith('.astro') && !path.startsWith('src/pages/'));

function isWellNamed(path: string, file: string, name: string): boolean {
  if (path.startsWith('src/pages/')) return ROUTE.test(name) || PASCAL.test(name);
  if (path.endsWith('.tsx'))
    return PASCAL.test(name) || (!/^src\//.test(path) && KEBAB.test(name)) || /^use-/.test(file);
  return needsPascal(path) ? PASCAL.test(name) : KEBAB.test(name);
}

function textFaults(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const long =
    lines.length > MAX_LINES
      ? [
          `${path}: has ${lines.length} lines; at most ${MAX_LINES}. Give a part of it a file of its own${likelyCut(lines)}.`,
        ]
      : [];
  return hasOpening(text) ? long : [...long, `${path}: open it with one comment that says what the file is for.`];
}

interface Part {
  readonly start: number;
  readonly end: number;
}
const lengthOf = ({ start, end }: Part): number => end - start;
/** Lines that are worth a file of their own. */
const WORTH_A_FILE = 20;

function likelyCut(lines: readonly string[]): string {
  const { start, end } = longestPart(lines, { start: 0, end: lines.length });
  return `: lines ${start + 1} to ${end} are the longest, "${(lines[start] ?? '').trim().slice(0, 60)}"`;
}

/** A statement with what follows it, or one inside of a statement that is most of the file, such as all the tests. */
function longestPart(lines: readonly string[], within: Part, indent = ''): Part {
  const isStart = new RegExp(`^${indent}[\\w.@&<]`);
  const starts = [...lines.keys()].slice(within.start, within.end).filter((at) => isStart.test(lines[at] ?? ''));
  const parts = starts.map((start, at) => ({ start, end: starts[at + 1] ?? within.end }));
  const [first] = parts;
  if (!first) return within;
  const longest = parts.reduce((best, part) => (lengthOf(part) > lengthOf(best) ? part : best), first);
  if (lengthOf(longest) <= lines.length / 2) return longest;
  const inside = longestPart(lines, { start: longest.start + 1, end: longest.end }, `${indent}  `);
  return lengthOf(inside) < WORTH_A_FILE ? longest : inside;
}

/** The first comment has at least three words; in .astro it may stand inside the frontmatter. */
function hasOpening(text: string): boolean {
  const start = text
    .replace(/^#!.*\n/, '')
    .replace(/^\s*---\s*\n/, '')
    .trimStart();
  const opening = /^(?:\/\/+|\/\*+|<!--|\{\/\*)\s*(.+)/.exec(start)?.[1] ?? '';
  return opening.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 3;
}
