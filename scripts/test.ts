// `npm test`: gets what the tests need, exports the niches if they are old, runs every test, and sums up in one line.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, secondsSince } from './child.ts';
import { prepare } from './testing/programs.ts';
import { plus, readPlaywright, readVitest, type Sum } from './testing/results.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache', 'test-reports');
const outside = join(reports, 'outside.txt');
const isFull = process.argv.includes('--full');

/** Runs one stage and says how long it took. */
async function stage<T>(title: string, work: () => Promise<T>): Promise<T> {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const result = await work();
  console.log(`== ${title}: ${secondsSince(started)} s`);
  return result;
}

async function buildWhatIsOld(): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts'], { cwd: root });
  if (code !== 0) throw new Error('The build failed, so there is nothing to test; its message is above.');
}

/** Runs one of the test programs. A failing end without a failing test (a broken set-up, an error outside of any) counts as one failure. */
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

async function main(): Promise<Sum> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const browser = await stage('Browser and database', prepare);
  console.log(`Browser: ${browser}`);
  await stage('Exports', buildWhatIsOld);
  const env: Record<string, string> = { CHROMIUM_PATH: browser, ...(isFull ? { FULL: '1' } : {}) };
  const [vitest, playwright] = [join(reports, 'vitest.json'), join(reports, 'playwright.json')];
  const first = await stage('Unit, stores, api and site tests', () =>
    suite('vitest', ['run'], { ...env, VITEST_JSON: vitest, VITEST_OUTSIDE: outside }, () =>
      readVitest(vitest, outside),
    ),
  );
  const second = await stage('Browser tests', () =>
    suite('playwright', ['test', '--reporter=list,json'], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwright }, () =>
      readPlaywright(playwright),
    ),
  );
  return plus(first, second);
}

const started = performance.now();
try {
  const { passed, failed, skipped, failures } = await main();
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
