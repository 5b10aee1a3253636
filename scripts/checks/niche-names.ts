// Check: no code knows a brand: no string and no path contains the name of a niche folder.
import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { sexualities } from '#contract/values';
import { filesIn, foldersIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const CODE = ['ts', 'tsx', 'mjs', 'js'];
const TEXT = ['astro', 'scss', 'css'];

export function check(root: string): Report {
  const places = placesOf(root, foldersIn(root, 'niches'));
  return {
    faults: places.map(
      ({ name, place }) => `${place}: names the niche "${name}"; read the folder listing or niche.json instead.`,
    ),
  };
}

interface Place {
  readonly name: string;
  /** As `file:line`. */
  readonly place: string;
}

/** Where the code has one of the names, as a text or as a segment of a path. */
export function placesOf(root: string, names: readonly string[]): Place[] {
  const folders = ['src', 'scripts', 'tests'].flatMap((folder) => filesIn(root, folder, [...CODE, ...TEXT]));
  const configs = readdirSync(root).filter((file) => /\.config\.(mjs|js|ts)$/.test(file));
  return [...folders, ...configs].flatMap((path) => {
    const text = read(root, path);
    const there = names.filter((name) => text.includes(name));
    return there.length > 0 ? placesIn(path, text, new Set(there)) : [];
  });
}

function placesIn(path: string, text: string, names: ReadonlySet<string>): Place[] {
  const strings = CODE.some((extension) => path.endsWith(`.${extension}`)) ? stringsOf(path, text) : quotedIn(text);
  return [...strings].flatMap(({ value, at }) => {
    const name = value.split(/[/?#]/).find((segment) => names.has(segment));
    return !name || isSexuality(name, text, at) ? [] : [{ name, place: `${path}:${lineAt(text, at)}` }];
  });
}

/** A word that is also a sexuality counts as one when its line speaks of sexualities. */
function isSexuality(name: string, text: string, at: number): boolean {
  if (!sexualities.some((each) => each === name)) return false;
  const line = text.slice(text.lastIndexOf('\n', at) + 1, (text.indexOf('\n', at) + 1 || text.length + 1) - 1);
  return (
    /sexualit/i.test(line) || sexualities.some((each) => each !== name && new RegExp(`['"\`]${each}['"\`]`).test(line))
  );
}

interface Found {
  readonly value: string;
  readonly at: number;
}

/** Every string and every fixed part of a template. */
function stringsOf(path: string, text: string): Found[] {
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      found.push({ value: node.text, at: node.getStart(file) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Quoted texts and url(…)s of a file that is not plain TypeScript. */
function* quotedIn(text: string): Generator<Found> {
  for (const match of text.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1|url\(([^"')]+)\)/g)) {
    yield { value: match[2] ?? match[3] ?? '', at: match.index };
  }
}
