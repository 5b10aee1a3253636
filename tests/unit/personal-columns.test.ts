// A column of a table without a tag does not compile, and neither does a table that says nothing of its rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const TABLE = join(root, 'src/server/db/tables/mail-token.ts');
const text = readFileSync(TABLE, 'utf8');

/** Makes the faults of the file of a table when it reads differently. */
function checker(): (changed: string) => string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect.fail(String(messageText)) },
  );
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  return (changed) => {
    host.getSourceFile = (path, version) => {
      if (path === TABLE) return ts.createSourceFile(path, changed, version);
      if (!parsed.has(path)) parsed.set(path, parse(path, version));
      return parsed.get(path);
    };
    const program = ts.createProgram([TABLE], options, host);
    return program
      .getSemanticDiagnostics(program.getSourceFile(TABLE))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  };
}

test('E8: `npm run check` refuses a column without a tag, and a table without retention', () => {
  const faultsWith = checker();
  expect(faultsWith(text)).toEqual([]);
  const column = faultsWith(text.replace('interface MailTokenTable {', 'interface MailTokenTable {\n  phone: string;'));
  expect(column).toHaveLength(1);
  expect(column[0]).toContain('phone');
  const table = faultsWith(text.replace(/^ {2}retention: .*\n/m, ''));
  expect(table).toHaveLength(1);
  expect(table[0]).toContain('retention');
});
