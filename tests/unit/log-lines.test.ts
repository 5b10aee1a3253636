// README's table of log lines is what the server writes: every line with its level and its fields, and no other.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesIn } from '#scripts/checks/files';
import { LOG_FIELDS } from '#server/log';

const LEVELS: Readonly<Record<string, string>> = { info: 'info', warn: 'warning', error: 'error', fatal: 'fatal' };
/** Lines whose text is made elsewhere: by the variable that has it, the file that makes it and how it begins. */
const MADE = { sentence: { file: 'src/server/db/migrate.ts', begins: 'Migrations wait for a table' } } as const;

interface Line {
  readonly levels: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}
type Lines = ReadonlyMap<string, Line>;

const join = (lines: Map<string, Line>, name: string, { levels, fields }: Line): void => {
  const known = lines.get(name);
  lines.set(name, {
    levels: new Set([...(known?.levels ?? []), ...levels]),
    fields: new Set([...(known?.fields ?? []), ...fields]),
  });
};

const problem = (node: ts.Node, what: string): never => {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  throw new Error(`${file.fileName}:${line + 1}: ${what}`);
};

/** All calls of the log in a file. */
function linesIn(path: string, text: string, lines: Map<string, Line>): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: log, name } = node.expression;
      const level = LEVELS[name.text];
      if (level !== undefined && /(^|\.)log$/.test(log.getText())) read(node, level);
    }
    ts.forEachChild(node, visit);
  };
  const read = (call: ts.CallExpression, level: string): void => {
    const [first, second] = call.arguments;
    const message = second ?? first;
    if (!message) return problem(call, 'a line without a text');
    const fields = second && first ? fieldsOf(first) : [];
    join(lines, messageOf(message), { levels: new Set([level]), fields: new Set(fields) });
  };
  const fieldsOf = (given: ts.Expression): string[] => {
    const made = ts.isIdentifier(given) ? valueOf(given.text) : given;
    if (!made || !ts.isObjectLiteralExpression(made))
      return problem(given, 'write the fields of the line as an object');
    return made.properties.map((each) => each.name?.getText() ?? problem(each, 'write each field of the line by name'));
  };
  const valueOf = (name: string): ts.Expression | undefined => {
    let found: ts.Expression | undefined;
    const look = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && node.name.getText() === name) found ??= node.initializer;
      ts.forEachChild(node, look);
    };
    look(file);
    return found;
  };
  const messageOf = (node: ts.Expression): string => {
    if (ts.isStringLiteral(node)) return node.text;
    const made = MADE[node.getText() as keyof typeof MADE] as (typeof MADE)[keyof typeof MADE] | undefined;
    return made ? `${made.begins} …` : problem(node, 'write the text of the line as it is');
  };
  visit(file);
}

function written(): Lines {
  const lines = new Map<string, Line>();
  for (const path of filesIn(process.cwd(), 'src/server', ['ts'])) linesIn(path, readFileSync(path, 'utf8'), lines);
  return lines;
}

const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The rows of the table, a line of the log each. */
function documented(readme: string): Lines {
  const lines = new Map<string, Line>();
  const table = /^\| line \| `level` \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readme)?.[1] ?? '';
  for (const row of table.trimEnd().split('\n')) {
    const [, names, levels = '', fields] = row.split(/(?<!\\)\|/);
    const said = { levels: new Set(levels.match(/info|warning|error|fatal/g)), fields: new Set(quoted(fields)) };
    for (const name of quoted(names)) join(lines, name, said);
  }
  return lines;
}

/** In an order that two can be compared in. */
const listed = (lines: Lines) =>
  Object.fromEntries(
    [...lines].map(([name, { levels, fields }]) => [name, { levels: [...levels].sort(), fields: [...fields].sort() }]),
  );

test('H7: README names every line of the log, with its levels and fields, and none that is not written', () => {
  const code = written();
  expect(code.size).toBeGreaterThan(15);
  expect(listed(documented(readFileSync('README.md', 'utf8')))).toEqual(listed(code));
});

test('H7: the log lets through every field that is written, and no other', () => {
  const fields = [...written().values()].flatMap((line) => [...line.fields]);
  expect([...LOG_FIELDS].sort()).toEqual([...new Set(fields)].sort());
});

test('lines whose text is made elsewhere begin as README says', () => {
  for (const { file, begins } of Object.values(MADE)) expect(readFileSync(file, 'utf8')).toContain(`\`${begins}`);
});

test('a line whose fields or text cannot be read is named with its place', () => {
  for (const code of [
    'log.warn({ ...given }, "x");',
    'log.error(given, "x");',
    'services.log.info({ a: 1 }, `x${1}`);',
  ])
    expect(() => linesIn('src/a.ts', `\n${code}`, new Map())).toThrow(/^src\/a\.ts:2: write /);
});
