// Finds the test files that import, however indirectly, what has changed since the last commit.
import { relative } from 'node:path';
import { run } from '../child.ts';
import type { SelectedTests } from './selection.ts';

/**
 * By the import graphs of both runners. A file that tests only read, such as a text or a page of an export, is in
 * neither: the full set of tests finds what it breaks.
 */
export async function changedTests(root: string, isFull = false): Promise<SelectedTests> {
  const env = isFull ? { FULL: '1' } : {};
  const vitest = await listed(root, env, 'vitest', ['list', '--changed', '--filesOnly', '--json']);
  const playwright = await listed(root, env, 'playwright', ['test', '--list', '--only-changed', '--reporter=json']);
  return {
    vitest: (vitest as { file: string }[]).map(({ file }) => relative(root, file)),
    playwright: (playwright as { suites: { file: string }[] }).suites.map(({ file }) => `tests/e2e/${file}`),
  };
}

async function listed(
  root: string,
  env: Readonly<Record<string, string>>,
  command: string,
  args: readonly string[],
): Promise<unknown> {
  const { output } = await run(command, args, { cwd: root, env, output: 'keep' });
  try {
    return JSON.parse(output.slice(output.search(/[[{]/)));
  } catch {
    throw new Error(`${command} could not list what has changed:\n${output}`);
  }
}
