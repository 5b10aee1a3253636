// Type checks a copy of the project again and again: what has not changed is parsed once.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** The faults in the files of these paths, as `path: message`. */
export type TypeCheck = (paths: readonly string[]) => readonly string[];

export function typeChecker(root: string): TypeCheck {
  const parsed = new Map<string, { readonly file: ts.SourceFile; readonly changed: number }>();
  let last: ts.Program | undefined;
  return (paths) => {
    const config = ts.getParsedCommandLineOfConfigFile(
      join(root, 'tsconfig.json'),
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => fail(String(fault.messageText)) },
    );
    if (!config) return fail('tsconfig.json cannot be read.');
    const host = ts.createCompilerHost(config.options);
    host.getSourceFile = (name, options) => {
      const stat = statSync(name, { throwIfNoEntry: false });
      if (!stat) return undefined;
      const known = parsed.get(name);
      if (known?.changed === stat.mtimeMs) return known.file;
      const file = ts.createSourceFile(name, readFileSync(name, 'utf8'), options, true);
      parsed.set(name, { file, changed: stat.mtimeMs });
      return file;
    };
    const program = ts.createProgram(config.fileNames, config.options, host, last);
    last = program;
    const files = paths
      .filter((path) => existsSync(join(root, path)))
      .flatMap((path) => program.getSourceFile(join(root, path)) ?? []);
    return files.flatMap((file) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        (fault) =>
          `${fault.file ? relative(root, fault.file.fileName) : 'tsconfig.json'}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`,
      ),
    );
  };
}

function fail(message: string): never {
  throw new Error(message);
}
