// Runs Vitest and Playwright, and failed tests once more, one after the other, when all others have ended.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run as runProgram, secondsSince } from '../child.ts';
import { failureOf, readPlaywright, readVitest, type Result } from './results.ts';
import { failuresIn, judge, type Verdict, worthAnotherTry } from './second-try.ts';
import { type FileTime, slowestFiles } from './slowest.ts';

export interface Selected {
  /** Files that Vitest and Playwright run; null for all that they find. */
  readonly vitest: readonly string[] | null;
  readonly playwright: readonly string[] | null;
}

export interface Run {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder for the reports. */
  readonly reports: string;
  /** Whether the runners' own output is left out. */
  readonly isQuiet?: boolean;
}

/** Runs one stage and prints its duration. */
export async function stage<T>(title: string, work: () => Promise<T>): Promise<T> {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const result = await work();
  console.log(`== ${title}: ${secondsSince(started)} s`);
  return result;
}

export interface EndedRun extends Verdict {
  readonly slowest: readonly FileTime[];
}

/** Two runs as one. The slowest files are those of the first, which is the whole one. */
export const together = (first: EndedRun, second: EndedRun): EndedRun => ({
  passed: first.passed + second.passed,
  skipped: first.skipped + second.skipped,
  failures: [...first.failures, ...second.failures],
  flaky: [...first.flaky, ...second.flaky],
  slowest: first.slowest,
});

/** Runs the selected tests, and those that fail a second time. */
export async function runTests({ vitest, playwright }: Selected, run: Run): Promise<EndedRun> {
  rmSync(run.reports, { recursive: true, force: true });
  mkdirSync(run.reports, { recursive: true });
  const fast = isNone(vitest)
    ? []
    : await stage('Unit, stores, api and site tests', () => runVitest(run, 'vitest', vitest ?? []));
  const slow = isNone(playwright)
    ? []
    : await stage('Browser tests', () => runPlaywright(run, 'playwright', patterns(playwright ?? [])));
  const first = [...fast, ...slow];
  const slowest = slowestFiles(first);
  const again = worthAnotherTry(first);
  if (again.length === 0) return { ...judge(first, []), slowest };
  const second = await stage(`${again.length} of them once more`, async () => [
    ...(await repeatVitest(
      run,
      again.filter(({ file }) => !isSpec(file)),
    )),
    ...(again.some(({ file }) => isSpec(file))
      ? await runPlaywright(run, 'playwright-again', ['--last-failed', '--workers=1'])
      : []),
  ]);
  return { ...judge(first, second), slowest };
}

const isNone = (files: readonly string[] | null): boolean => files?.length === 0;
const isSpec = (file: string): boolean => file.endsWith('.spec.ts');
const patterns = (files: readonly string[]): string[] => files.map((file) => `${escaped(file)}$`);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Files that failed as a whole run as a whole again; of the others only the failed tests do. */
async function repeatVitest(run: Run, failed: readonly Result[]): Promise<Result[]> {
  const whole = new Set(failed.filter(({ title }) => title === '').map(({ file }) => file));
  const single = failed.filter(({ file }) => !whole.has(file));
  const files = [...new Set(single.map(({ file }) => file))];
  const names = `^(${single.map(({ title }) => escaped(title)).join('|')})$`;
  return [
    ...(whole.size > 0 ? await runVitest(run, 'vitest-files', ['--maxWorkers=1', ...whole]) : []),
    ...(files.length > 0 ? await runVitest(run, 'vitest-again', ['--maxWorkers=1', '-t', names, ...files]) : []),
  ];
}

function runVitest(run: Run, name: string, args: readonly string[]): Promise<Result[]> {
  const { root, env, reports } = run;
  const [report, outside] = [join(reports, `${name}.json`), join(reports, `${name}-outside.json`)];
  const more = { ...env, VITEST_JSON: report, VITEST_OUTSIDE: outside };
  return suite(run, 'vitest', ['run', ...args], more, () => readVitest(root, report, outside));
}

function runPlaywright(run: Run, name: string, args: readonly string[]): Promise<Result[]> {
  const { env, reports } = run;
  const report = join(reports, `${name}.json`);
  const more = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return suite(run, 'playwright', ['test', '--reporter=list,json', ...args], more, () => readPlaywright(report));
}

/**
 * Runs one of the test runners. An exit code of failure without a failing test (a broken setup, an unhandled error)
 * counts as one failure.
 */
async function suite(
  { root, isQuiet = false }: Run,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  read: () => Result[],
): Promise<Result[]> {
  const { code } = await runProgram(command, args, { cwd: root, env, output: isQuiet ? 'keep' : 'show' });
  const results = read();
  if (code === 0 || failuresIn(results).length > 0) return results;
  return [...results, failureOf('', `${command} ended with ${code}, though no test failed.`)];
}
