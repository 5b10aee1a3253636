// Sums up the JSON reports of the two test runners, and names the failures.
import { existsSync, readFileSync } from 'node:fs';

export interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** At least one line on each failure that has a name. */
  readonly failures: readonly string[];
}

/** The result of a run that was not needed. */
export const NOTHING: Sum = { passed: 0, failed: 0, skipped: 0, failures: [] };

export const plus = (a: Sum, b: Sum): Sum => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

/** A run without a report counts as one failure: nothing is known to have passed. */
const noReport = (file: string): Sum => ({ passed: 0, failed: 1, skipped: 0, failures: [`There is no ${file}.`] });

/** The end of a message is its call stack; the cause is at the beginning. */
const LONGEST = 1200;

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const told = (title: string, messages: readonly string[]): string =>
  [title, ...messages.map((message) => message.replace(ANSI, '').slice(0, LONGEST))].join('\n');

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Vitest, with the unhandled errors of the file `outside`. A file that failed without a failing test (it could not be
 * loaded, or a hook failed) counts as one failure.
 */
export function readVitest(file: string, outside: string): Sum {
  if (!existsSync(file)) return noReport(file);
  const errors = existsSync(outside) ? [told('Outside of the tests', [readFileSync(outside, 'utf8')])] : [];
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const files = report.testResults.map(({ assertionResults, ...rest }) => ({
    ...rest,
    failed: assertionResults.filter(({ status }) => status === 'failed'),
  }));
  const broken = files.filter(({ status, failed }) => status === 'failed' && failed.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...errors,
      ...broken.map(({ name, message }) => told(name, [message])),
      ...files.flatMap(({ name, failed }) =>
        failed.map(({ fullName, failureMessages }) => told(`${name} › ${fullName}`, failureMessages)),
      ),
    ],
  };
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors: readonly PlaywrightError[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly PlaywrightError[];
  readonly suites: readonly PlaywrightSuite[];
}

const saidBy = (errors: readonly PlaywrightError[]): string[] => errors.map(({ message }) => message ?? 'No message.');

function failuresIn({ title, suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        told(
          `[${projectName}] ${title} › ${spec.title}`,
          results.flatMap(({ errors }) => saidBy(errors)),
        ),
      ),
  );
  return [...own, ...suites.flatMap((inner) => failuresIn({ ...inner, title: `${title} › ${inner.title}` }))];
}

/** Playwright: a test that passes on retry counts as passed and is named in its own output. */
export function readPlaywright(file: string): Sum {
  if (!existsSync(file)) return noReport(file);
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...saidBy(errors).map((said) => told('Outside of the tests', [said])), ...suites.flatMap(failuresIn)],
  };
}
