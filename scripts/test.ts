// `npm test [words…]`: installs what the tests need, exports outdated niches, runs the tests, and prints a one-line
// summary.
import { basename, join } from 'node:path';
import { SEED } from '../tests/support/samples.ts';
import { readArguments } from './arguments.ts';
import { abortOnSignal, run, secondsSince } from './child.ts';
import { changedTests } from './testing/changed.ts';
import { CALENDAR_EDGES, clockAt, readsClock, timeOf } from './testing/clock.ts';
import { prepare, prepareClock } from './testing/programs.ts';
import { reportOf } from './testing/report.ts';
import type { Result } from './testing/results.ts';
import { inRunFolder, RESULTS } from './testing/run-folder.ts';
import { type EndedRun, mergeRuns, runTests, type Selected, stage } from './testing/runners.ts';
import { needsExports, needsPrograms, selectTests, type SelectedTests } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = readArguments({
  usage: `Usage: npm test [-- words…] [--changed] [--full]
  words…     only files for which each word is in the path or in the title of a test
  --changed  only files that import what has changed since the last commit
  --full     every catalogue at full size, and the tests that read the clock at nine more dates; the same as
             npm run test:full
TEST_NOW=2028-02-29T23:55:00Z runs those that read the clock at that time.
TEST_SEED=…, as a run prints it, takes the samples of that run.`,
  options: { changed: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  names: Infinity,
});
const isFull = values.full;
const now = process.env['TEST_NOW'];
/** Whether all tests run. */
const isWhole = names.length === 0 && !values.changed && now === undefined;

async function selectedTests(): Promise<SelectedTests> {
  const selected = selectTests(root, names, isFull);
  const changed = values.changed ? await changedTests(root, isFull) : selected;
  const paths = new Set([...changed.vitest, ...changed.playwright]);
  const isChosen = (path: string): boolean => paths.has(path) && (now === undefined || readsClock(path));
  return { vitest: selected.vitest.filter(isChosen), playwright: selected.playwright.filter(isChosen) };
}

async function buildOutdated(): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts', '--fast'], { cwd: root });
  if (code !== 0) throw new Error('The build failed, so there is nothing to test; its message is above.');
}

/** The tests that the full run takes to other dates. */
const datedTests = ({ vitest }: SelectedTests): string[] => (isFull ? vitest.filter(readsClock) : []);

async function main(selected: SelectedTests): Promise<EndedRun> {
  const hasClock = now !== undefined || datedTests(selected).length > 0;
  if (needsPrograms(selected)) {
    const browser = await stage('Browser and database', () => prepare({ isFull, hasClock }));
    console.log(`Browser: ${browser}`);
  } else if (hasClock) await stage('Library that moves the clock', prepareClock);
  if (needsExports(selected)) await stage('Exports', buildOutdated);
  return abortOnSignal((signal) => inRunFolder(root, (folder) => runAll(selected, folder, signal)));
}

async function runAll(selected: SelectedTests, folder: string, signal: AbortSignal): Promise<EndedRun> {
  const env = {
    TMPDIR: folder,
    // Tests start many processes, which compile the same files.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    ...(isFull ? { FULL: '1' } : {}),
  };
  const runAt = (date: string | undefined, files: Selected): Promise<EndedRun> =>
    runTests(files, {
      root,
      signal,
      reports: join(folder, 'reports'),
      results: join(root, RESULTS, basename(folder)),
      env: () => ({ ...env, ...(date ? { ...clockAt(date), FULL: '0' } : {}) }),
    });
  // Without words the runners find their files by themselves.
  const runs = [await runAt(now, isWhole ? { vitest: null, playwright: null } : selected)];
  const dated = datedTests(selected);
  for (const edge of dated.length > 0 ? CALENDAR_EDGES : []) {
    const ended = await stage(`The clock at ${edge}`, () => runAt(edge, { vitest: dated, playwright: [] }));
    const withDate = (result: Result): Result => ({ ...result, text: `With the clock at ${edge}: ${result.text}` });
    runs.push({ ...ended, failures: ended.failures.map(withDate), flaky: ended.flaky.map(withDate) });
  }
  return runs.reduce(mergeRuns);
}

const started = performance.now();
// At once, for a run that is interrupted.
if (!isFull) console.log(`TEST_SEED=${SEED}`);
try {
  if (now !== undefined) timeOf(now);
  const selected = await selectedTests();
  if (selected.vitest.length + selected.playwright.length === 0)
    throw new Error(
      values.changed
        ? 'No test that was asked for imports what has changed since the last commit.'
        : `No test has ${names.map((name) => `"${name}"`).join(' and ')} in its path or a title.`,
    );
  const ended = await main(selected);
  const { lines, code } = reportOf(ended, { isWhole, isFull, seconds: secondsSince(started) });
  for (const line of lines) console.log(line);
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
