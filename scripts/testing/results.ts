// Reads the JSON reports of the two test runners as one list of results.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Result {
  /** The test file, from the project's folder; empty for a failure that belongs to no file. */
  readonly file: string;
  /** The full title of a test; empty for a failure of the whole file, such as a hook or an import. */
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The messages of a failure. */
  readonly text: string;
  /** How long the test took, without the hooks of its file. */
  readonly ms?: number;
}

/** The end of a message is its call stack; the cause is at the beginning. */
const MAX_LENGTH = 1200;

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** A failure of a whole file, or of a run when `file` is empty. */
export const failureOf = (file: string, ...messages: readonly string[]): Result => ({
  ...{ file, title: '', status: 'failed' },
  text: textOf(messages),
});

const textOf = (messages: readonly string[]): string =>
  messages.map((message) => message.replace(ANSI, '').slice(0, MAX_LENGTH)).join('\n');

/** The file and the title of a result. */
export const nameOf = ({ file, title }: Result): string =>
  [file || 'Outside of the tests', title].filter(Boolean).join(' › ');

/** The lines that name a result and say why it failed. */
export const formatResult = (result: Result): string => `${nameOf(result)}\n${result.text}`;

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly failureMessages: readonly string[];
      readonly duration?: number | null;
    }[];
  }[];
}

const fullTitle = ({ ancestorTitles, title }: { ancestorTitles: readonly string[]; title: string }): string =>
  [...ancestorTitles, title].filter(Boolean).join(' > ');

/** An error outside of the tests, as `outsideErrorReporter` writes it. */
export interface OutsideError {
  /** The test file that it belongs to, if that is certain. */
  readonly file?: string;
  readonly text: string;
}

/**
 * Vitest's report, with the errors of the file `outside`: unhandled ones, and those of hooks and imports. A file that
 * failed without either is one failure. A missing report is one too: nothing is known to have passed.
 */
export function readVitest(root: string, file: string, outside: string): Result[] {
  const errors = existsSync(outside) ? (JSON.parse(readFileSync(outside, 'utf8')) as OutsideError[]) : [];
  const failures = errors.map((each) => failureOf(each.file ? relative(root, each.file) : '', each.text));
  if (!existsSync(file)) return [...failures, failureOf('', `There is no ${file}.`)];
  const isTold = (path: string): boolean => failures.some((each) => each.file === path);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  return [
    ...failures,
    ...testResults.flatMap(({ name, status, message, assertionResults }) => {
      const path = relative(root, name);
      const tests = assertionResults.map((each): Result => ({
        ...{ file: path, title: fullTitle(each), text: textOf(each.failureMessages) },
        status: each.status === 'passed' || each.status === 'failed' ? each.status : 'skipped',
        ms: each.duration ?? 0,
      }));
      const isBroken = status === 'failed' && !isTold(path) && !tests.some((each) => each.status === 'failed');
      return isBroken ? [failureOf(path, message), ...tests] : tests;
    }),
  ];
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
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly errors: readonly PlaywrightError[]; readonly duration?: number }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly errors: readonly PlaywrightError[];
  /** One for each file. */
  readonly suites: readonly PlaywrightSuite[];
}

/** Playwright has no retries of its own here (playwright.config.ts): a flaky test is listed as one by the second try. */
const STATUS = { expected: 'passed', flaky: 'failed', unexpected: 'failed', skipped: 'skipped' } as const;

const messagesOf = (errors: readonly PlaywrightError[]): string[] =>
  errors.map(({ message }) => message ?? 'No message.');

function resultsIn(file: string, { suites = [], specs = [] }: PlaywrightSuite, titles: readonly string[]): Result[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }): Result => ({
      ...{ file, title: `[${projectName}] ${[...titles, spec.title].join(' › ')}`, status: STATUS[status] },
      text: STATUS[status] === 'failed' ? textOf(results.flatMap(({ errors }) => messagesOf(errors))) : '',
      ms: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap((inner) => resultsIn(file, inner, [...titles, inner.title]))];
}

/** Playwright's report. A missing one is one failure: nothing is known to have passed. */
export function readPlaywright(file: string): Result[] {
  if (!existsSync(file)) return [failureOf('', `There is no ${file}.`)];
  const { errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
  return [
    ...messagesOf(errors).map((message) => failureOf('', message)),
    ...suites.flatMap((suite) => resultsIn(suite.title, suite, [])),
  ];
}
