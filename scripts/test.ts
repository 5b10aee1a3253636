// `npm test [words…]`: installs what the tests need, exports outdated niches, runs the tests, and prints a one-line
// summary.
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { run, secondsSince } from './child.ts';
import { prepare } from './testing/programs.ts';
import { described } from './testing/results.ts';
import { runTests, stage } from './testing/runners.ts';
import type { Verdict } from './testing/second-try.ts';
import { needsExports, needsPrograms, selectTests, type SelectedTests } from './testing/selection.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = readArguments({
  usage: `Usage: npm test [-- words…] [--full]
  words…  only files for which each word is in the path or in the title of a test
  --full  every catalogue at full size; the same as npm run test:full`,
  options: { full: { type: 'boolean', default: false } },
  names: Infinity,
});
const isFull = values.full;

async function buildOutdated(): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts'], { cwd: root });
  if (code !== 0) throw new Error('The build failed, so there is nothing to test; its message is above.');
}

async function main(selected: SelectedTests): Promise<Verdict> {
  const env: Record<string, string> = isFull ? { FULL: '1' } : {};
  if (needsPrograms(selected)) {
    const browser = await stage('Browser and database', () => prepare(isFull));
    console.log(`Browser: ${browser}`);
  }
  if (needsExports(selected)) await stage('Exports', buildOutdated);
  // Without words the runners find their files by themselves.
  const files = names.length === 0 ? { vitest: null, playwright: null } : selected;
  return runTests(files, { root, env, reports: join(root, '.cache', 'test-reports') });
}

const started = performance.now();
try {
  const selected = selectTests(root, names, isFull);
  if (selected.vitest.length + selected.playwright.length === 0)
    throw new Error(`No test has ${names.map((name) => `"${name}"`).join(' and ')} in its path or a title.`);
  const { passed, skipped, failures, flaky } = await main(selected);
  for (const failure of failures) console.log(`\nFAILED ${described(failure)}`);
  for (const each of flaky) console.log(`\nFlaky: ${described(each).replace('\n', ': ')}`);
  console.log(
    `\n${isFull ? 'Full catalogues' : 'Seeded samples of the catalogues'}; ${secondsSince(started)} s${skipped > 0 ? `; ${skipped} skipped` : ''}.`,
  );
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
