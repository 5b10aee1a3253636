// No import cycles: no module needs itself while it loads.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesIn } from '#scripts/checks/files';

const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };

/** Whether an import or export disappears when types are erased. */
function isErased(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** The project's modules that a module imports values of. */
function importedBy(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from) || isErased(statement)) return [];
    const [part = '', ...rest] = from.text.split('/');
    const folder = imports[`${part}/*`];
    if (folder) return [normalize(folder.replace('*', rest.join('/')))];
    return from.text.startsWith('.') ? [join(dirname(path), from.text)] : [];
  });
}

/** One cycle for each import that closes one. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (done.has(path) || way.includes(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
}

test('a cycle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(circlesIn(graph)).toEqual(['b → c → b']);
});

test('imports of values form no cycle', () => {
  const files = ['src', 'scripts', 'tests'].flatMap((folder) => filesIn(process.cwd(), folder, ['ts', 'tsx']));
  const graph = new Map(files.map((path) => [path, importedBy(path)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(500);
  expect(circlesIn(graph)).toEqual([]);
});
