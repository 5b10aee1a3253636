// Check: no code knows a brand: no string and no path contains the name of a niche folder.
import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { sexualities } from '#contract/values';
import { filesIn, foldersIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const CODE = ['ts', 'tsx', 'mjs', 'js'];
const TEXT = ['astro', 'scss', 'css'];

export function check(root: string): Report {
  const names = new Set(foldersIn(root, 'niches'));
  const folders = ['src', 'scripts', 'tests'].flatMap((folder) => filesIn(root, folder, [...CODE, ...TEXT]));
  const configs = readdirSync(root).filter((file) => /\.config\.(mjs|js|ts)$/.test(file));
  const paths = [...folders, ...configs];
  return { faults: paths.flatMap((path) => faultsIn(path, read(root, path), names)) };
}

function faultsIn(path: string, text: string, names: ReadonlySet<string>): string[] {
  const strings = CODE.some((extension) => path.endsWith(`.${extension}`)) ? stringsOf(path, text) : quotedIn(text);
  return [...strings].flatMap(({ value, at }) => {
    const name = value.split(/[/?#]/).find((segment) => names.has(segment));
    if (!name || isSexuality(name, text, at)) return [];
    return [`${path}:${lineAt(text, at)}: names the niche "${name}"; read the folder listing or niche.json instead.`];
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
