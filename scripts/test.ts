// `npm test [words…]`: installs what the tests need, exports outdated niches, runs the tests, and prints a one-line
// summary.
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { SEED } from '../tests/support/samples.ts';
import { run, secondsSince } from './child.ts';
import { changedTests } from './testing/changed.ts';
import { CALENDAR_EDGES, clockAt, readsClock } from './testing/clock.ts';
import { prepare } from './testing/programs.ts';
import { described, type Result } from './testing/results.ts';
import { type EndedRun, runTests, stage, together } from './testing/runners.ts';
import { needsExports, needsPrograms, selectTests, type SelectedTests } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = readArguments({
  usage: `Usage: npm test [-- words…] [--changed] [--full]
  words…     only files for which each word is in the path or in the title of a test
  --changed  only files that import what has changed since the last commit
  --full     every catalogue at full size, and the tests that read the clock at eight more dates; the same as
             npm run test:full
TEST_NOW=2028-02-29T23:55:00Z runs them at that time.`,
  options: { changed: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  names: Infinity,
});
const isFull = values.full;
const now = process.env['TEST_NOW'];
/** Whether all tests run. */
const isWhole = names.length === 0 && !values.changed;

async function buildOutdated(): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts', '--fast'], { cwd: root });
  if (code !== 0) throw new Error('The build failed, so there is nothing to test; its message is above.');
}

async function main(selected: SelectedTests): Promise<EndedRun> {
  const reports = join(root, '.cache', 'test-reports');
  const env: Record<string, string> = {
    // Tests start many processes, which compile the same files.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    ...(isFull ? { FULL: '1' } : {}),
  };
  if (needsPrograms(selected) || now) {
    const browser = await stage('Browser and database', () => prepare({ isFull, hasClock: isFull || Boolean(now) }));
    console.log(`Browser: ${browser}`);
  }
  if (needsExports(selected)) await stage('Exports', buildOutdated);
  // Without words the runners find their files by themselves.
  const files = isWhole ? { vitest: null, playwright: null } : selected;
  const runs = [await runTests(files, { root, env: { ...env, ...(now ? clockAt(now) : {}) }, reports })];
  for (const edge of isFull ? CALENDAR_EDGES : []) {
    const clocked = { vitest: selected.vitest.filter(readsClock), playwright: [] };
    const atEdge = {
      root,
      // The reports of the run itself stay.
      reports: join(reports, edge.replaceAll(':', '')),
      env: { ...env, ...clockAt(edge), FULL: '0' },
    };
    const ended = await stage(`The clock at ${edge}`, () => runTests(clocked, atEdge));
    const { failures, flaky } = ended;
    const dated = (result: Result): Result => ({ ...result, text: `With the clock at ${edge}: ${result.text}` });
    runs.push({ ...ended, failures: failures.map(dated), flaky: flaky.map(dated) });
  }
  return runs.reduce(together);
}

const started = performance.now();
try {
  const selected = values.changed ? await changedTests(root) : selectTests(root, names, isFull);
  if (selected.vitest.length + selected.playwright.length === 0)
    throw new Error(
      values.changed
        ? 'No test imports what has changed since the last commit.'
        : `No test has ${names.map((name) => `"${name}"`).join(' and ')} in its path or a title.`,
    );
  const { passed, skipped, failures, flaky, slowest } = await main(selected);
  for (const failure of failures) console.log(`\nFAILED ${described(failure)}`);
  for (const each of flaky) console.log(`\nFlaky: ${described(each).replace('\n', ': ')}`);
  if (isWhole)
    console.log(
      `\nThe slowest files, seconds: ${slowest.map(({ file, seconds }) => `${file} ${seconds}`).join(', ')}.`,
    );
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
