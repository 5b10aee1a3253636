// `npm test` itself, on a copy of it with planted tests: its list of flaky tests, its last line and its exit code.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../support/project-copy.ts';

const copy = copyProject(['scripts', 'tests/support', 'vitest.config.ts', 'package.json', 'tsconfig.json']);
afterAll(() => copy.remove());

for (const folder of ['tests/unit', 'temporary']) mkdirSync(copy.path(folder), { recursive: true });
/** A file with a test that passes, and one that fails the first `times` times that it runs. */
function plant(name: string, times: number): void {
  const count = copy.path(name);
  writeFileSync(
    copy.path(`tests/unit/${name}.test.ts`),
    `import { appendFileSync, readFileSync } from 'node:fs';
    import { test } from 'vitest';
    test('passes', () => {});
    test('comes too early', () => {
      appendFileSync('${count}', '.');
      if (readFileSync('${count}', 'utf8').length <= ${times}) throw new Error('too early');
    });`,
  );
}

function npmTest(...words: readonly string[]): { code: number | null; lines: string[] } {
  const { FULL: _, TEST_NOW: _now, ...outer } = process.env;
  const env = {
    ...outer,
    PATH: [dirname(process.execPath), join(copy.root, 'node_modules/.bin'), outer['PATH']].join(delimiter),
    // So that it looks for what killed runs left only here.
    TMPDIR: copy.path('temporary'),
    TEST_SEED: '7',
  };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', ...words], {
    ...{ cwd: copy.root, env, encoding: 'utf8', timeout: 240_000 },
  });
  return { code: status, lines: stdout.trim().split('\n') };
}

test('what fails once is listed as flaky and leaves the run green', () => {
  plant('once', 1);
  const { code, lines } = npmTest('once');
  expect(lines).toContainEqual('Flaky: tests/unit/once.test.ts › comes too early: Error: too early');
  expect(lines[0]).toBe('TEST_SEED=7');
  expect(lines.at(-2)).toMatch(/^Samples of the catalogues \(TEST_SEED=7\); [\d.]+ s\.$/);
  expect([lines.at(-1), code]).toEqual(['2 passed, 0 failed', 0]);
});

test('what fails twice is red', () => {
  plant('twice', 2);
  const { code, lines } = npmTest('twice');
  expect(lines).toContainEqual('FAILED tests/unit/twice.test.ts › comes too early');
  expect(lines.join('\n')).not.toContain('Flaky:');
  expect([lines.at(-1), code]).toEqual(['1 passed, 1 failed', 1]);
});

test('a run without any test is red', () => {
  const { code, lines } = npmTest('no such word');
  expect([lines.at(-1), code]).toEqual(['0 passed, 1 failed', 1]);
});

test('a full run of tests that no date changes takes them to no other date', () => {
  plant('lint', 0);
  const { code, lines } = npmTest('--full', 'lint');
  expect(lines.join('\n')).not.toContain('clock');
  expect(lines.at(-2)).toMatch(/^Full catalogues; [\d.]+ s\.$/);
  expect([lines.at(-1), code]).toEqual(['2 passed, 0 failed', 0]);
});
