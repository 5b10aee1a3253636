// `npm test [words…]`: installs what the tests need, exports outdated niches, runs the tests, and prints a one-line
// summary.
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { SEED } from '../tests/support/samples.ts';
import { abortOnSignal, run, secondsSince } from './child.ts';
import { changedTests } from './testing/changed.ts';
import { CALENDAR_EDGES, clockAt, readsClock, timeOf } from './testing/clock.ts';
import { prepare } from './testing/programs.ts';
import { formatResult, type Result } from './testing/results.ts';
import { inRunFolder } from './testing/run-folder.ts';
import { type EndedRun, mergeRuns, runTests, type Selected, stage } from './testing/runners.ts';
import { needsExports, needsPrograms, selectTests, type SelectedTests } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = readArguments({
  usage: `Usage: npm test [-- words…] [--changed] [--full]
  words…     only files for which each word is in the path or in the title of a test
  --changed  only files that import what has changed since the last commit
  --full     every catalogue at full size, and the tests that read the clock at nine more dates; the same as
             npm run test:full
TEST_NOW=2028-02-29T23:55:00Z runs those that read the clock at that time.`,
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

async function main(selected: SelectedTests): Promise<EndedRun> {
  if (needsPrograms(selected) || now) {
    const browser = await stage('Browser and database', () => prepare({ isFull, hasClock: isFull || Boolean(now) }));
    console.log(`Browser: ${browser}`);
  }
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
      env: () => ({ ...env, ...(date ? { ...clockAt(date), FULL: '0' } : {}) }),
    });
  // Without words the runners find their files by themselves.
  const runs = [await runAt(now, isWhole ? { vitest: null, playwright: null } : selected)];
  const clocked = { vitest: selected.vitest.filter(readsClock), playwright: [] };
  for (const edge of isFull ? CALENDAR_EDGES : []) {
    const ended = await stage(`The clock at ${edge}`, () => runAt(edge, clocked));
    const dated = (result: Result): Result => ({ ...result, text: `With the clock at ${edge}: ${result.text}` });
    runs.push({ ...ended, failures: ended.failures.map(dated), flaky: ended.flaky.map(dated) });
  }
  return runs.reduce(mergeRuns);
}

const started = performance.now();
try {
  if (now !== undefined) timeOf(now);
  const selected = await selectedTests();
  if (selected.vitest.length + selected.playwright.length === 0)
    throw new Error(
      values.changed
        ? 'No test that was asked for imports what has changed since the last commit.'
        : `No test has ${names.map((name) => `"${name}"`).join(' and ')} in its path or a title.`,
    );
  const { passed, skipped, failures, flaky, slowest, seconds } = await main(selected);
  for (const failure of failures) console.log(`\nFAILED ${formatResult(failure)}`);
  for (const each of flaky) console.log(`\nFlaky: ${formatResult(each).replace('\n', ': ')}`);
  if (isWhole) {
    const listed = slowest.map((each) => `${each.file} ${each.seconds}`).join(', ');
    console.log(`\nThe slowest files, seconds: ${listed}.`);
    const kinds = Object.entries(seconds).map(([kind, sum]) => `${kind} ${sum}`);
    console.log(`Seconds in tests by kind: ${kinds.join(', ')}.`);
  }
  console.log(
    `\n${isFull ? 'Full catalogues' : `Samples of the catalogues (TEST_SEED=${SEED})`}; ${secondsSince(started)} s${skipped > 0 ? `; ${skipped} skipped` : ''}.`,
  );
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
