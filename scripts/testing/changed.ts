// Finds the test files that import, however indirectly, what has changed since the last commit.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from '../child.ts';
import type { SelectedTests } from './selection.ts';

/**
 * By the import graphs of both runners. A file that tests only read, such as a text or a page of an export, is in
 * neither: the full set of tests finds what it breaks. Throws when a runner cannot list them, such as for a browser test
 * that does not load.
 */
export async function changedTests(root: string, isFull = false): Promise<SelectedTests> {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  const file = join(folder, 'list.json');
  const env = { ...(isFull ? { FULL: '1' } : {}), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const listed = async (command: string, ...args: readonly string[]): Promise<unknown> => {
    rmSync(file, { force: true });
    const { code, output } = await run(command, args, { cwd: root, env, output: 'keep' });
    return readList(file, code, `${command} could not list what has changed:\n${output}`);
  };
  try {
    const vitest = await listed('vitest', 'list', '--changed', '--filesOnly', `--json=${file}`);
    const playwright = await listed('playwright', 'test', '--list', '--only-changed', '--reporter=json');
    return {
      vitest: (vitest as { file: string }[]).map((each) => relative(root, each.file)),
      playwright: (playwright as { suites: { file: string }[] }).suites.map((each) => `tests/e2e/${each.file}`),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The runners write their lists to files: what they print has warnings in it. */
function readList(file: string, code: number, message: string): unknown {
  const list: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const { errors = [] } = (list ?? {}) as { readonly errors?: readonly { readonly message?: string }[] };
  if (code !== 0 || list === null || errors.length > 0)
    throw new Error([message, ...errors.map((each) => each.message)].join('\n'));
  return list;
}
