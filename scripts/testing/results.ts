// Adds up what the two test runners wrote into their JSON reports.
import { existsSync, readFileSync } from 'node:fs';

export interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const plus = (a: Sum, b: Sum): Sum => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** A run that wrote no report counts as one failure: nothing is known to have passed. */
const NO_REPORT: Sum = { passed: 0, failed: 1, skipped: 0 };

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** Vitest: a file that could not even be loaded counts as one failure. */
export function readVitest(file: string): Sum {
  if (!existsSync(file)) return NO_REPORT;
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** Playwright: what passed only at a second try counts as passed and is named in its own output. */
export function readPlaywright(file: string): Sum {
  if (!existsSync(file)) return NO_REPORT;
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}
