// Combines the results of a run with those of its failed tests, which ran once more.
import type { Result } from './results.ts';

/** More failures than this are no accident, and are not retried. */
const MAX_RETRIED = 20;

export interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Result[];
  /** Failures of the first try that passed in the second; they count as passed. */
  readonly flaky: readonly Result[];
}

export const failuresIn = (results: readonly Result[]): Result[] => results.filter(({ status }) => status === 'failed');

/** The failures that get a second try: all, if they are few, and none otherwise. Those outside of any file get none. */
export function retryable(results: readonly Result[]): Result[] {
  const failures = failuresIn(results);
  return failures.length > MAX_RETRIED ? [] : failures.filter(({ file }) => file !== '');
}

const keyOf = ({ file, title }: Result): string => `${file} ${title}`;

/** Whether the second try passed: the test itself, or each test of a file that failed as a whole. */
function passedOnRetry({ file, title }: Result, second: readonly Result[]): boolean {
  const again = second.filter((each) => each.file === file && (title === '' || each.title === title));
  return again.some(({ status }) => status === 'passed') && failuresIn(again).length === 0;
}

/**
 * The outcome of both tries. `second` has results of the repeated files only. A test that runs in the second try for
 * the first time, because a hook or a test before it had failed, counts with its result there.
 */
export function combineTries(first: readonly Result[], second: readonly Result[]): Outcome {
  const failures = failuresIn(first);
  const flaky = failures.filter((failure) => passedOnRetry(failure, second));
  const failedFirst = new Set(failures.map(keyOf));
  const remaining = [
    ...failures.filter((failure) => !flaky.includes(failure)),
    ...failuresIn(second).filter((failure) => !failedFirst.has(keyOf(failure))),
  ];
  const failed = new Set(remaining.map(keyOf));
  const passedThen = new Set(second.filter(({ status }) => status === 'passed').map(keyOf));
  const known = new Set(first.map(keyOf));
  const tests = [...first, ...second.filter((each) => !known.has(keyOf(each)))].filter(({ title }) => title !== '');
  const others = tests.filter((each) => !failed.has(keyOf(each)));
  const passed = others.filter((each) => each.status === 'passed' || passedThen.has(keyOf(each)));
  return { passed: passed.length, skipped: others.length - passed.length, failures: remaining, flaky };
}
