// Check: comments, test titles, documents and names use plain words and standard terms.
import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { filesIn, lineAt, read } from './files.ts';
import type { Report } from './report.ts';
import { titleNodesOf } from './titles.ts';

/** Refused in prose and as a part of a name. */
const PRONOUNS = /^(?:who(?:so)?ever|whom(?:ever)?|somebody|nobody|what(?:so)?ever|whichever)$/i;
const PRONOUN_ADVICE = 'say it plainly: who, a member, no one, the caller, any';

/** Parts of names that once stood for a standard term, each with that term. */
const COINED: ReadonlyMap<string, string> = new Map([
  ['untold', 'undelivered'],
  ['untell', 'sweepOutbox'],
  ['toldlate', 'asLateEvent'],
  ['ears', 'listener'],
  ['hearer', 'listener'],
  ['hearers', 'listeners'],
  ['patience', 'timeout'],
  ['fate', 'deliveryStatus'],
  ['letgo', 'release'],
  ['giveway', 'leave'],
  ['turnto', 'set'],
  ['storing', 'insertEvents'],
  ['placing', 'advance'],
  ['deaf', 'compileOnly'],
  ['mortal', 'killable'],
  ['lanes', 'workers'],
]);

const CODE = ['ts', 'tsx', 'mjs', 'js'];
const FOLDERS = ['src', 'scripts', 'tests'];

interface Piece {
  readonly kind: 'prose' | 'name';
  readonly at: number;
  readonly text: string;
}

export function check(root: string): Report {
  const inFolders = (extensions: readonly string[]): string[] =>
    FOLDERS.flatMap((folder) => filesIn(root, folder, extensions));
  const documents = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...filesIn(root, 'docs', ['md'])];
  return {
    faults: [
      ...inFolders(CODE).flatMap((path) => faultsOf(root, path, codePieces)),
      ...inFolders(['astro']).flatMap((path) => faultsOf(root, path, astroPieces)),
      ...inFolders(['scss']).flatMap((path) => faultsOf(root, path, commentsOf)),
      ...documents.flatMap((path) => faultsOf(root, path, (text) => [{ kind: 'prose', at: 0, text }])),
    ],
  };
}

function faultsOf(root: string, path: string, piecesOf: (text: string, path: string) => readonly Piece[]): string[] {
  const text = read(root, path);
  return piecesOf(text, path).flatMap((piece) =>
    (piece.kind === 'prose' ? wordsIn(piece.text) : partsOf(piece.text)).flatMap(({ word, at }) => {
      const advice = PRONOUNS.test(word) ? PRONOUN_ADVICE : piece.kind === 'name' ? standardTerm(word) : undefined;
      return advice ? [`${path}:${lineAt(text, piece.at + at)}: "${word}": ${advice}.`] : [];
    }),
  );
}

const standardTerm = (word: string): string | undefined => {
  const term = COINED.get(word.toLowerCase());
  return term && `use the standard term, such as ${term}`;
};

const wordsIn = (text: string): { word: string; at: number }[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ word: match[0], at: match.index }));

/** The parts of a name and each two neighbours together: `letGoLater` has `let`, `Go`, `Later`, `letGo`, `GoLater`. */
function partsOf(name: string): { word: string; at: number }[] {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const pairs = parts.slice(1).map((part, index) => `${parts[index] ?? ''}${part}`);
  return [...parts, ...pairs].map((word) => ({ word, at: 0 }));
}

/** Comments, titles of tests and names of one script. Strings and templates are blanked before comments are looked for. */
function codePieces(text: string, path: string): Piece[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const names: Piece[] = [];
  let withoutStrings = text;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      names.push({ kind: 'name', at: node.getStart(file), text: node.text });
    if (isText(node)) withoutStrings = blank(withoutStrings, node.getStart(file), node.end);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const titles = titleNodesOf(file).map((node): Piece => ({ kind: 'prose', at: node.getStart(file), text: node.text }));
  return [...commentsOf(withoutStrings), ...titles, ...names];
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node);

const blank = (text: string, from: number, to: number): string =>
  text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);

/** The frontmatter counts as a script. Names in the markup were declared there, so that only comments are read below it. */
function astroPieces(text: string, path: string): Piece[] {
  const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
  if (end < 0) return commentsOf(text);
  const script = `   ${text.slice(3, end)}`;
  return [...codePieces(script, `${path}.ts`), ...commentsOf(blank(text, 0, end))];
}

const commentsOf = (text: string): Piece[] =>
  [...text.matchAll(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(?<![:\w"'])\/\/.*/g)].map((match) => ({
    kind: 'prose',
    at: match.index,
    text: match[0],
  }));
