// The last line of `npm test` is true: what both runners report is added up, and silence counts as a failure.
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
  test('a file that could not be loaded is a failure', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ];
    const file = write('vitest.json', {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults,
    });
    expect(readVitest(file)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  test('a browser test that passed at a second try passed; a global error failed', () => {
    const file = write('playwright.json', {
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [{}],
    });
    expect(readPlaywright(file)).toEqual({ passed: 6, failed: 2, skipped: 2 });
  });

  test('no report is one failure; sums add up', () => {
    const none = readVitest(join(folder, 'none.json'));
    expect(none).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(plus(none, { passed: 3, failed: 1, skipped: 1 })).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });
});
