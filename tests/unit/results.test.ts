// The reports of both runners as one list of results; a missing report is a failure.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { reportOf } from '#scripts/testing/report';
import { failureOf, formatResult, readPlaywright, readVitest, type Result } from '#scripts/testing/results';
import { mergeRuns } from '#scripts/testing/runners';
import { secondsByKind, slowestFiles } from '#scripts/testing/slowest';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: unknown): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('results', () => {
  test('a file that could not be loaded is a failure, and so are a failing hook and an unhandled error', () => {
    const name = (file: string): string => join(folder, file);
    const result = (status: string, title: string, ...failureMessages: string[]): object => ({
      ...{ status, ancestorTitles: ['', 'sums'], title, failureMessages },
    });
    const failing = result('failed', 'add up', 'expected \u001b[32m1\u001b[39m');
    const [passing, unread] = [result('passed', 'are there'), result('todo', 'are read')];
    const testResults = [
      { name: name('good.ts'), status: 'passed', message: '', assertionResults: [passing] },
      { name: name('unread.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
      { name: name('hook.ts'), status: 'failed', message: 'no database', assertionResults: [unread] },
      { name: name('bad.ts'), status: 'failed', message: '', assertionResults: [failing, passing] },
    ];
    const outside = write('outside.json', [
      { text: 'Error: later' },
      { text: 'Error: here', file: name('bad.ts') },
      { text: 'Error: no database', file: name('hook.ts') },
    ]);
    const results = readVitest(folder, write('vitest.json', { testResults }), outside);
    expect(results.map(({ file, title, status }) => `${file} ${title} ${status}`)).toEqual([
      '  failed',
      'bad.ts  failed',
      'hook.ts  failed',
      'good.ts sums > are there passed',
      'unread.ts  failed',
      'hook.ts sums > are read skipped',
      'bad.ts sums > add up failed',
      'bad.ts sums > are there passed',
    ]);
    expect(results.filter(({ status }) => status === 'failed').map(formatResult)).toEqual([
      'Outside of the tests\nError: later',
      'bad.ts\nError: here',
      'hook.ts\nError: no database',
      'unread.ts\nno such module',
      'bad.ts › sums > add up\nexpected 1',
    ]);
  });

  test('browser tests are named with their screen; a global error is a failure', () => {
    const spec = (title: string, status: string): object => ({
      title,
      tests: [{ projectName: 'phone', status, results: [{ errors: [{ message: 'too late' }], duration: 40 }] }],
    });
    const inner = [spec('b', 'unexpected'), spec('c', 'expected'), spec('d', 'skipped'), spec('e', 'flaky')];
    const file = write('playwright.json', {
      errors: [{ message: 'no server' }],
      suites: [{ title: 'a.spec.ts', suites: [{ title: 'inner', specs: inner }] }],
    });
    expect(readPlaywright(file)).toEqual([
      { file: '', title: '', status: 'failed', text: 'no server' },
      { file: 'a.spec.ts', title: '[phone] inner › b', status: 'failed', text: 'too late', ms: 40 },
      { file: 'a.spec.ts', title: '[phone] inner › c', status: 'passed', text: '', ms: 40 },
      { file: 'a.spec.ts', title: '[phone] inner › d', status: 'skipped', text: '', ms: 40 },
      { file: 'a.spec.ts', title: '[phone] inner › e', status: 'failed', text: 'too late', ms: 40 },
    ]);
  });

  test('a missing report is one failure', () => {
    expect(readVitest(folder, join(folder, 'none.json'), '')).toMatchObject([{ file: '', status: 'failed' }]);
    expect(readPlaywright(join(folder, 'none.json'))).toMatchObject([{ file: '', status: 'failed' }]);
  });

  test('two runs are counted together', () => {
    const failed = failureOf('a.ts', 'once');
    const times = { slowest: [{ file: 'a.ts', seconds: 3 }], seconds: { unit: 3 } };
    const run = { passed: 2, skipped: 1, failures: [failed], flaky: [], ...times };
    const other = { ...run, passed: 5, failures: [], flaky: [failed], slowest: [], seconds: {} };
    expect(mergeRuns(run, other)).toEqual({ passed: 7, skipped: 2, failures: [failed], flaky: [failed], ...times });
  });

  test('the slowest files are the ten whose tests take longest together', () => {
    const took = (file: string, ms = 0): Result => ({ file, title: 'a', status: 'passed', text: '', ms });
    const many = Array.from({ length: 12 }, (_, at) => took(`many-${at}.ts`, 2000 + at * 1000));
    const slowest = slowestFiles([took('sum.ts', 9000), ...many, took('sum.ts', 8600), took('untimed.ts')]);
    expect(slowest).toHaveLength(10);
    expect(slowest.slice(0, 2)).toEqual([
      { file: 'sum.ts', seconds: 18 },
      { file: 'many-11.ts', seconds: 13 },
    ]);
  });

  test('the time of each kind of test is the sum of its files', () => {
    const took = (file: string, ms: number): Result => ({ file, title: 'a', status: 'passed', text: '', ms });
    const files = ['tests/api/a.test.ts', 'tests/api/b.test.ts', 'tests/recipes.test.ts', 'a.spec.ts'];
    const results = [...files.map((file) => took(file, 1400)), failureOf('', 'no server')];
    expect(secondsByKind(results)).toEqual({ api: 3, folders: 1, e2e: 1 });
  });

  const times = { slowest: [{ file: 'a.ts', seconds: 3 }], seconds: { unit: 3, e2e: 4 } };
  const ended = { passed: 2, skipped: 0, failures: [], flaky: [], ...times };
  const run = { isWhole: false, isFull: true, seconds: 9.5 };

  test('a flaky test is named with its first message, in one line', () => {
    const message = [
      'Error: expect(locator).toBeVisible()',
      '',
      '  Locator: p',
      '',
      '> 78 |  expect(p)',
      '  at x',
    ].join('\n');
    const flaky = ['Error: too early\n    at x (a.ts:1)\nError: later', message, 'x'.repeat(900)].map((text) =>
      failureOf('a.spec.ts', text),
    );
    expect(reportOf({ ...ended, flaky }, run).lines).toEqual([
      '\nFlaky: a.spec.ts: Error: too early',
      '\nFlaky: a.spec.ts: Error: expect(locator).toBeVisible() Locator: p',
      `\nFlaky: a.spec.ts: ${'x'.repeat(300)}`,
      '\nFull catalogues; 9.5 s.',
      '2 passed, 0 failed',
    ]);
  });

  test('a failure has all of its messages, a whole run its times, and what did not run is counted', () => {
    const failures = [failureOf('a.ts', 'too late', 'too early'), failureOf('', 'no server')];
    const { lines, code } = reportOf({ ...ended, failures, skipped: 4 }, { ...run, isWhole: true });
    expect([lines, code]).toEqual([
      [
        '\nFAILED a.ts\ntoo late\ntoo early',
        '\nFAILED Outside of the tests\nno server',
        '\nThe slowest files, seconds: a.ts 3.',
        'Seconds in tests by kind: unit 3, e2e 4.',
        '\nFull catalogues; 9.5 s; 4 skipped.',
        '2 passed, 2 failed',
      ],
      1,
    ]);
    expect([reportOf(ended, run).code, reportOf({ ...ended, passed: 0 }, run).code]).toEqual([0, 1]);
  });
});
