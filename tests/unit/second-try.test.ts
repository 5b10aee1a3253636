// Failed tests run once more, alone: with planted tests and both runners, as `npm test` runs them.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { failureOf, type Result } from '#scripts/testing/results';
import { runTests } from '#scripts/testing/runners';
import { combineTries, retryable } from '#scripts/testing/second-try';
import { copiesFolder } from '../support/project-copy.ts';

// The runners resolve their packages only from inside the project.
const root = mkdtempSync(join(copiesFolder(), 'toy-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, ...lines: readonly string[]): void => writeFileSync(join(root, path), lines.join('\n'));

/** What a planted test does: it fails the first `times` times that it runs. */
const failing = (name: string, times: number): string =>
  `  appendFileSync('${join(root, name)}', '.'); if (readFileSync('${join(root, name)}', 'utf8').length <= ${times}) throw new Error('${name}');`;
const IMPORT_FILES = "import { appendFileSync, readFileSync } from 'node:fs';";

write('package.json', '{ "type": "module" }');
write(
  'vitest.config.ts',
  `import { outsideErrorReporter } from '${join(process.cwd(), 'scripts/testing/outside-errors.ts')}';`,
  "export default { test: { include: ['*.test.ts'], reporters: [['json', { outputFile: process.env.VITEST_JSON }], outsideErrorReporter(process.env.VITEST_OUTSIDE)] } };",
);
write(
  'playwright.config.ts',
  "export default { testDir: '.', testMatch: '*.spec.ts', projects: [{ name: 'phone' }, { name: 'desktop' }] };",
);
write(
  'planted.test.ts',
  IMPORT_FILES,
  "import { beforeAll, describe, test } from 'vitest';",
  "test('passes', () => {});",
  "describe('in (a group)', () => {",
  "test('fails once', () => {",
  failing('once', 1),
  '}); });',
  "test('always fails', () => {",
  failing('always', 9),
  '});',
);
write(
  'hooked.test.ts',
  IMPORT_FILES,
  "import { beforeAll, test } from 'vitest';",
  'beforeAll(() => {',
  failing('hook', 1),
  '});',
  "test('needs the hook', () => {});",
);
write(
  'inner-hook.test.ts',
  IMPORT_FILES,
  "import { afterAll, describe, test } from 'vitest';",
  "test('fails once beside it', () => {",
  failing('beside', 1),
  '});',
  "describe('in a group', () => {",
  "  afterAll(() => { throw new Error('never cleans up'); });",
  "  test('needs cleaning', () => {}); });",
);
write(
  'unhandled.test.ts',
  IMPORT_FILES,
  "import { test } from 'vitest';",
  "test('leaves an error behind', async () => {",
  '  void (async () => {',
  failing('unhandled', 1),
  '  })(); await new Promise((resolve) => setTimeout(resolve, 10));',
  '});',
);
write(
  'killed.test.ts',
  IMPORT_FILES,
  "import { test } from 'vitest';",
  "test('ends its process', () => {",
  `  try { ${failing('killed', 1)} } catch { process.kill(process.pid, 'SIGKILL'); }`,
  '});',
);
write(
  'serial.spec.ts',
  IMPORT_FILES,
  "import { test } from '@playwright/test';",
  "test.describe.configure({ mode: 'serial' });",
  "test('fails once, and ends the others', ({}, info) => {",
  "  if (info.project.name === 'desktop') return;",
  failing('serial', 1),
  '});',
  "test('runs only then', () => {});",
  "test('fails only then', ({}, info) => { if (info.project.name === 'phone') throw new Error('only then'); });",
);
write(
  'planted.spec.ts',
  IMPORT_FILES,
  "import { test } from '@playwright/test';",
  "test('passes', () => {});",
  "test.describe('in (a group)', () => {",
  "test('fails once', ({}, info) => {",
  "  if (info.project.name === 'desktop') return;",
  failing('browser-once', 1),
  '}); });',
  "test('always fails', ({}, info) => { appendFileSync(info.outputPath('picture'), '');",
  failing('browser-always', 9),
  '});',
);

const programs = [dirname(process.execPath), join(process.cwd(), 'node_modules/.bin'), process.env['PATH']];
const toy = {
  root,
  env: () => ({ PATH: programs.join(delimiter) }),
  signal: new AbortController().signal,
  results: join(root, 'results'),
  isQuiet: true,
};
/** Of the tests that made a picture, in one of the tries. */
const pictures = (name: string): string[] =>
  globSync('*/picture', { cwd: join(toy.results, name) })
    .map((path) => dirname(path))
    .sort();
const named = (results: readonly Result[]): string[] => results.map(({ file, title }) => `${file} ${title}`).sort();

describe('a second try', () => {
  test('of Vitest: what passes then is flaky, and what fails again is red', async () => {
    const verdict = await runTests({ vitest: null, playwright: [] }, { ...toy, reports: join(root, 'one') });
    expect(named(verdict.flaky)).toEqual([
      'hooked.test.ts ',
      'inner-hook.test.ts fails once beside it',
      'killed.test.ts ',
      'planted.test.ts in (a group) > fails once',
      'unhandled.test.ts ',
    ]);
    expect(verdict.flaky.map(({ text }) => text.split('\n')[0])).toContain('Error: once');
    expect(named(verdict.failures)).toEqual(['inner-hook.test.ts ', 'planted.test.ts always fails']);
    // At once; and in the second try those that failed, or did not run, in the first.
    expect([verdict.passed, verdict.skipped]).toEqual([3 + 4, 0]);
  });

  test('of Playwright: the same', async () => {
    const verdict = await runTests({ vitest: [], playwright: null }, { ...toy, reports: join(root, 'two') });
    expect(named(verdict.flaky)).toEqual([
      'planted.spec.ts [phone] in (a group) › fails once',
      'serial.spec.ts [phone] fails once, and ends the others',
    ]);
    expect(named(verdict.failures)).toEqual([
      'planted.spec.ts [desktop] always fails',
      'planted.spec.ts [phone] always fails',
      'serial.spec.ts [phone] fails only then',
    ]);
    // The pictures of the first try stay.
    const both = ['planted-always-fails-desktop', 'planted-always-fails-phone'];
    expect([pictures('playwright'), pictures('playwright-again')]).toEqual([both, both]);
    // At once; and in the second try, one of which had not run before.
    expect([verdict.passed, verdict.skipped]).toEqual([2 + 1 + 3 + 3, 0]);
  });

  test('is only for few failures, and not for a broken run', () => {
    const failures = Array.from({ length: 20 }, (_, at) => failureOf(`${at}.test.ts`, 'too late'));
    const broken = failureOf('', 'no server');
    expect(retryable([broken, ...failures.slice(1)])).toEqual(failures.slice(1));
    expect(retryable([broken, ...failures])).toEqual([]);
    expect(combineTries([broken], []).failures).toEqual([broken]);
  });

  test('that did not run the test proves nothing', () => {
    const failed: Result = { file: 'a.test.ts', title: 'sums', status: 'failed', text: '' };
    expect(combineTries([failed], [{ ...failed, status: 'skipped' }]).failures).toEqual([failed]);
    expect(combineTries([failed], [{ ...failed, title: 'other', status: 'passed' }]).failures).toEqual([failed]);
    expect(combineTries([failed], [{ ...failed, status: 'passed' }])).toMatchObject({ passed: 1, failures: [] });
    expect(combineTries([failed], [{ ...failed, status: 'passed' }, failed]).failures).toEqual([failed]);
  });
});
