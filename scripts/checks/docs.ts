// Check: every path and command that a document of the project's root names exists, and the map names every part.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';

const MAP = 'ARCHITECTURE.md';
/** A reader takes the map in at a glance; the words of the contract have a list of their own below it. */
const MAX_MAP_LINES = 60;
const MADE_BY_RUNNING = ['dist', 'data', 'node_modules', '.cache', '.astro'];
const FILE = /\.(ts|tsx|mjs|js|json|md|astro|scss|yml|svg|avif|jpg|woff2)$/;

export function check(root: string): Report {
  const documents = readdirSync(root).filter((name) => name.endsWith('.md'));
  return {
    faults: [
      ...documents.flatMap((document) => documentFaults(root, document)),
      ...mapFaults(root),
      ...scriptFaults(root),
    ],
  };
}

function documentFaults(root: string, document: string): string[] {
  const text = read(root, document);
  const paths = [...namedPaths(root, text)].filter(({ path }) => !exists(root, path));
  const commands = [...text.matchAll(/\bnpm (?:run (?!-)([\w:-]+)|(start|test)\b)/g)]
    .map((match) => ({ name: match[1] ?? match[2] ?? '', at: match.index }))
    .filter(({ name }) => !(name in scriptsIn(root)));
  return [
    ...paths.map(({ path, at }) => `${document}:${lineAt(text, at)}: there is no ${path}.`),
    ...commands.map(({ name, at }) => `${document}:${lineAt(text, at)}: package.json has no script "${name}".`),
  ];
}

/** Every part of the code has a line in the map, and each line's folder exists, with the files it names or with folders that have them. */
function mapFaults(root: string): string[] {
  if (!existsSync(join(root, MAP))) return [];
  const text = read(root, MAP);
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(({ index, 1: block = '' }) =>
    block
      .trimEnd()
      .split('\n')
      .map((line, nth) => ({ line, at: lineAt(text, index) + 1 + nth })),
  );
  const [map] = blocks;
  if (!map) return [`${MAP}: has no map between two lines of \`\`\`.`];
  const long =
    map.length > MAX_MAP_LINES
      ? [`${MAP}: the map has ${map.length} lines instead of ${MAX_MAP_LINES} at most. Join some.`]
      : [];
  const lines = blocks.flat();
  const unnamed = ['src', 'src/server', 'src/server/modules', 'src/layouts', 'scripts']
    .flatMap((folder) => foldersIn(root, folder).map((name) => `${folder}/${name}/`))
    .filter((path) => !lines.some(({ line }) => line.startsWith(path)))
    .map((path) => `${MAP}: the map does not name ${path}.`);
  return [...long, ...lines.flatMap((each) => missingOn(root, each)), ...unnamed];
}

/** What a line of the map names and is not there. */
function missingOn(root: string, { line, at }: { line: string; at: number }): string[] {
  const [folder = '', ...words] = line.split(/[\s,:;]+/);
  if (!existsSync(join(root, folder))) return [`${MAP}:${at}: there is no ${folder}.`];
  const places = [folder, ...foldersIn(root, folder).map((name) => `${folder}${name}/`), ''];
  return words
    .filter((word) => FILE.test(word) || /^[\w-]+\/$/.test(word))
    .filter((word) => !places.some((place) => existsSync(join(root, place, word))))
    .map((word) => `${MAP}:${at}: there is no ${folder}${word}.`);
}

/** A command that runs a file of ours needs that file. */
function scriptFaults(root: string): string[] {
  return Object.entries(scriptsIn(root)).flatMap(([name, command]) =>
    (command.match(/\bscripts\/[\w./-]+/g) ?? [])
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `package.json: the script "${name}" runs ${path}, which does not exist.`),
  );
}

function scriptsIn(root: string): Record<string, string> {
  return (JSON.parse(read(root, 'package.json')) as { scripts?: Record<string, string> }).scripts ?? {};
}

/** Paths in `backticks` and in [links](…). An address, a command, a package or a sentence in backticks is no path. */
function* namedPaths(root: string, text: string): Generator<{ path: string; at: number }> {
  for (const match of text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)) {
    const path = (match[1] ?? '').replace(/:\d+$/, '');
    if (looksLikePath(root, path)) yield { path, at: match.index };
  }
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const path = (match[1] ?? '').replace(/#.*$/, '');
    if (path && !/^\w+:/.test(path)) yield { path, at: match.index };
  }
}

function looksLikePath(root: string, path: string): boolean {
  if (/[\s"'=(,;…]|:\/\/|^[#/@$-]|^\.\.?$/.test(path)) return false;
  const [first = ''] = path.split('/');
  if (path.includes('/')) return FILE.test(path) || path.endsWith('/') || existsSync(join(root, first));
  return FILE.test(path) && !path.startsWith('.');
}

/** A path with a placeholder (`<name>`, `*`, `[id]`) exists when the folder before the placeholder does. */
function exists(root: string, path: string): boolean {
  const segments = path.split('/');
  if (MADE_BY_RUNNING.includes(segments[0] ?? '')) return true;
  const wild = segments.findIndex((segment) => /[<>*{}]/.test(segment));
  return existsSync(join(root, ...(wild < 0 ? segments : segments.slice(0, wild))));
}
