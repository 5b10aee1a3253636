// The last line of `npm test` sums up the reports of both runners, and a missing report is a failure.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plus, readPlaywright, readVitest } from '#scripts/testing/results';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: unknown): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('results', () => {
  test('a file that could not be loaded is a failure, and so is a failing hook; all are named', () => {
    const failing = { status: 'failed', fullName: 'sums add up', failureMessages: ['expected \u001b[32m1\u001b[39m'] };
    const testResults = [
      { name: 'good.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
      { name: 'unread.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'hook.ts', status: 'failed', message: 'no database', assertionResults: [{ status: 'skipped' }] },
      { name: 'bad.ts', status: 'failed', message: '', assertionResults: [failing, { status: 'passed' }] },
    ];
    const file = write('vitest.json', {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults,
    });
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'Error: later');
    expect(readVitest(file, outside)).toEqual({
      passed: 4,
      failed: 3,
      skipped: 2,
      failures: [
        'Outside of the tests\nError: later',
        'unread.ts\nno such module',
        'hook.ts\nno database',
        'bad.ts › sums add up\nexpected 1',
      ],
    });
  });

  test('a browser test that passed on retry passed; a global error failed; both are named', () => {
    const spec = (title: string, status: string): object => ({
      title,
      tests: [{ projectName: 'phone', status, results: [{ errors: [{ message: 'too late' }] }] }],
    });
    const file = write('playwright.json', {
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [{ message: 'no server' }],
      suites: [
        { title: 'a.spec.ts', suites: [{ title: 'inner', specs: [spec('b', 'unexpected'), spec('c', 'flaky')] }] },
      ],
    });
    expect(readPlaywright(file)).toEqual({
      passed: 6,
      failed: 2,
      skipped: 2,
      failures: ['Outside of the tests\nno server', '[phone] a.spec.ts › inner › b\ntoo late'],
    });
  });

  test('a missing report is one failure; sums add up', () => {
    const none = readVitest(join(folder, 'none.json'), '');
    expect(none).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(none.failures).toHaveLength(1);
    expect(plus(none, { passed: 3, failed: 1, skipped: 1, failures: ['b'] })).toEqual({
      passed: 3,
      failed: 2,
      skipped: 1,
      failures: [...none.failures, 'b'],
    });
  });
});
