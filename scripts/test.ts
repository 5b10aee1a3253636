// `npm test [words…]`: installs what the tests need, exports outdated niches, runs the tests, and prints a one-line
// summary.
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { SEED } from '../tests/support/samples.ts';
import { run, secondsSince } from './child.ts';
import { changedTests } from './testing/changed.ts';
import { prepare } from './testing/programs.ts';
import { described } from './testing/results.ts';
import { type EndedRun, runTests, stage } from './testing/runners.ts';
import { needsExports, needsPrograms, selectTests, type SelectedTests } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = readArguments({
  usage: `Usage: npm test [-- words…] [--changed] [--full]
  words…     only files for which each word is in the path or in the title of a test
  --changed  only files that import what has changed since the last commit
  --full     every catalogue at full size; the same as npm run test:full`,
  options: { changed: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  names: Infinity,
});
const isFull = values.full;
/** Whether all tests run. */
const isWhole = names.length === 0 && !values.changed;

async function buildOutdated(): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts', '--fast'], { cwd: root });
  if (code !== 0) throw new Error('The build failed, so there is nothing to test; its message is above.');
}

async function main(selected: SelectedTests): Promise<EndedRun> {
  const env: Record<string, string> = {
    // Tests start many processes, which compile the same files.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    ...(isFull ? { FULL: '1' } : {}),
  };
  if (needsPrograms(selected)) {
    const browser = await stage('Browser and database', () => prepare(isFull));
    console.log(`Browser: ${browser}`);
  }
  if (needsExports(selected)) await stage('Exports', buildOutdated);
  // Without words the runners find their files by themselves.
  const files = isWhole ? { vitest: null, playwright: null } : selected;
  return runTests(files, { root, env, reports: join(root, '.cache', 'test-reports') });
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
