// Runs Vitest and Playwright, and what failed once more, one after the other, when all others have ended.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run as runProgram, secondsSince } from '../child.ts';
import { failureOf, readPlaywright, readVitest, type Result } from './results.ts';
import { combineTries, failuresIn, type Outcome, retryable } from './second-try.ts';
import { type FileTime, secondsByKind, slowestFiles } from './slowest.ts';

export interface Selected {
  /** Files that Vitest and Playwright run; null for all that they find. */
  readonly vitest: readonly string[] | null;
  readonly playwright: readonly string[] | null;
}

export interface Run {
  readonly root: string;
  /** The variables of a try; a moved clock starts anew in each. */
  readonly env: () => Readonly<Record<string, string>>;
  /** A folder for the reports. */
  readonly reports: string;
  /** A folder for the pictures and downloads of browser tests; each try has its own there. */
  readonly results: string;
  /** Ends the run early; it throws then. */
  readonly signal: AbortSignal;
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

export interface EndedRun extends Outcome {
  readonly slowest: readonly FileTime[];
  readonly seconds: Readonly<Record<string, number>>;
}

/** Two runs as one. The times are those of the first, which is the whole one. */
export const mergeRuns = (first: EndedRun, second: EndedRun): EndedRun => ({
  ...first,
  passed: first.passed + second.passed,
  skipped: first.skipped + second.skipped,
  failures: [...first.failures, ...second.failures],
  flaky: [...first.flaky, ...second.flaky],
});

/** Runs the selected tests, and what fails a second time. */
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
  const times = { slowest: slowestFiles(first), seconds: secondsByKind(first) };
  const again = retryable(first);
  if (again.length === 0) return { ...combineTries(first, []), ...times };
  const second = await stage(`${again.length} of them once more`, () => runAgain(run, again));
  return { ...combineTries(first, second), ...times };
}

const isNone = (files: readonly string[] | null): boolean => files?.length === 0;
const isSpec = (file: string): boolean => file.endsWith('.spec.ts');
const patterns = (files: readonly string[]): string[] => files.map((file) => `${escaped(file)}$`);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Files of Vitest run as a whole, because a test may need those before it. Browser tests run alone; those that did not
 * run, because one before them had failed, run too.
 */
async function runAgain(run: Run, failed: readonly Result[]): Promise<Result[]> {
  const files = [...new Set(failed.map(({ file }) => file).filter((file) => !isSpec(file)))];
  const fast = files.length > 0 ? await runVitest(run, 'vitest-again', ['--maxWorkers=1', ...files]) : [];
  const slow = failed.some(({ file }) => isSpec(file))
    ? await runPlaywright(run, 'playwright-again', ['--last-failed', '--workers=1'])
    : [];
  return [...fast, ...slow];
}

function runVitest(run: Run, name: string, args: readonly string[]): Promise<Result[]> {
  const { root, reports } = run;
  const [report, outside] = [join(reports, `${name}.json`), join(reports, `${name}-outside.json`)];
  const more = { VITEST_JSON: report, VITEST_OUTSIDE: outside };
  return suite(run, 'vitest', ['run', ...args], more, () => readVitest(root, report, outside));
}

function runPlaywright(run: Run, name: string, args: readonly string[]): Promise<Result[]> {
  const { reports, results } = run;
  const report = join(reports, `${name}.json`);
  const more = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Another run in the same folder has its own.
    PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: join(reports, 'last-run.json'),
  };
  const options = ['--reporter=list,json', `--output=${join(results, name)}`];
  return suite(run, 'playwright', ['test', ...options, ...args], more, () => readPlaywright(report));
}

/**
 * Runs one of the test runners. An exit code of failure without a failing test (a broken setup, an unhandled error)
 * counts as one failure.
 */
async function suite(
  { root, env, signal, isQuiet = false }: Run,
  command: string,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
  read: () => Result[],
): Promise<Result[]> {
  const { code } = await runProgram(command, args, {
    cwd: root,
    env: { ...env(), ...more },
    output: isQuiet ? 'keep' : 'show',
    signal,
  });
  signal.throwIfAborted();
  const results = read();
  if (code === 0 || failuresIn(results).length > 0) return results;
  return [...results, failureOf('', `${command} ended with ${code}, though no test failed.`)];
}
