// `npm test [words…]`: installs what the tests need, exports outdated niches, runs the tests, and prints a one-line
// summary.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { run, secondsSince } from './child.ts';
import { prepare } from './testing/programs.ts';
import { NOTHING, plus, readPlaywright, readVitest, type Sum } from './testing/results.ts';
import { needsExports, needsPrograms, selectTests, type SelectedTests } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'test-reports');
const outside = join(reports, 'outside.txt');
const { values, positionals: names } = readArguments({
  usage: `Usage: npm test [-- words…] [--full]
  words…  only files for which each word is in the path or in the title of a test
  --full  every catalogue at full size; the same as npm run test:full`,
  options: { full: { type: 'boolean', default: false } },
  names: Infinity,
});
const isFull = values.full;

/** Runs one stage and prints its duration. */
async function stage<T>(title: string, work: () => Promise<T>): Promise<T> {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const result = await work();
  console.log(`== ${title}: ${secondsSince(started)} s`);
  return result;
}

async function buildOutdated(): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts'], { cwd: root });
  if (code !== 0) throw new Error('The build failed, so there is nothing to test; its message is above.');
}

/**
 * Runs one of the test runners. An exit code of failure without a failing test (a broken setup, an unhandled error)
 * counts as one failure.
 */
async function suite(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  readSum: () => Sum,
): Promise<Sum> {
  const { code } = await run(command, args, { cwd: root, env });
  const sum = readSum();
  if (code === 0 || sum.failed > 0) return sum;
  return { ...sum, failed: 1, failures: [...sum.failures, `${command} ended with ${code}, though no test failed.`] };
}

async function main(selected: SelectedTests): Promise<Sum> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const env: Record<string, string> = isFull ? { FULL: '1' } : {};
  if (needsPrograms(selected)) {
    env['CHROMIUM_PATH'] = await stage('Browser and database', () => prepare(isFull));
    console.log(`Browser: ${env['CHROMIUM_PATH']}`);
  }
  if (needsExports(selected)) await stage('Exports', buildOutdated);
  return plus(await runVitest(selected.vitest, env), await runPlaywright(selected.playwright, env));
}

/** Without words the runners find their files by themselves. */
const filesToName = (files: readonly string[]): readonly string[] => (names.length === 0 ? [] : files);

async function runVitest(files: readonly string[], env: Record<string, string>): Promise<Sum> {
  if (files.length === 0) return NOTHING;
  const report = join(reports, 'vitest.json');
  return stage('Unit, stores, api and site tests', () =>
    suite('vitest', ['run', ...filesToName(files)], { ...env, VITEST_JSON: report, VITEST_OUTSIDE: outside }, () =>
      readVitest(report, outside),
    ),
  );
}

async function runPlaywright(files: readonly string[], env: Record<string, string>): Promise<Sum> {
  if (files.length === 0) return NOTHING;
  const report = join(reports, 'playwright.json');
  const patterns = filesToName(files).map((file) => `${file.replaceAll('.', '\\.')}$`);
  return stage('Browser tests', () =>
    suite(
      'playwright',
      ['test', '--reporter=list,json', ...patterns],
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      () => readPlaywright(report),
    ),
  );
}

const started = performance.now();
try {
  const selected = selectTests(root, names, isFull);
  if (selected.vitest.length + selected.playwright.length === 0)
    throw new Error(`No test has ${names.map((name) => `"${name}"`).join(' and ')} in its path or a title.`);
  const { passed, failed, skipped, failures } = await main(selected);
  for (const failure of failures) console.log(`\nFAILED ${failure}`);
  console.log(
    `\n${isFull ? 'Full catalogues' : 'Seeded samples of the catalogues'}; ${secondsSince(started)} s${skipped > 0 ? `; ${skipped} skipped` : ''}.`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
