// A column without a tag in the list of personal columns does not compile, and neither does a table without an entry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const LIST = join(root, 'src/server/db/personal.ts');
const TABLES = join(root, 'src/server/db/identity-tables.ts');
const DATABASE = join(root, 'src/server/db/tables.ts');

/** Faults of the list when some files read differently. */
function faultsWith(changed: Readonly<Record<string, string>>): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect.fail(String(messageText)) },
  );
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (path) => changed[path] ?? read(path);
  const program = ts.createProgram([LIST], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(LIST))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('E8: `npm run check` refuses a column without a tag, and a table without an entry', () => {
  const tables = readFileSync(TABLES, 'utf8');
  const column = tables.replace('interface MailTokenTable {', 'interface MailTokenTable {\n  phone: string;');
  const found = faultsWith({ [TABLES]: column });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('phone');
  const database = readFileSync(DATABASE, 'utf8');
  const table = database.replace(/interface Database [^{]*\{/, '$&\n  phone: MailTokenTable;');
  expect(faultsWith({ [DATABASE]: table })[0]).toContain('phone');
});
