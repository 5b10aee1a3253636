// What counts when failed tests have run once more, alone: a test that passes then is flaky, one that fails again is red.
import type { Result } from './results.ts';

/** More failures than this are no accident, and are not tried again. */
const MOST = 20;

export interface Verdict {
  readonly passed: number;
  readonly skipped: number;
  /** Failures that hold. */
  readonly failures: readonly Result[];
  /** Failures of the first try that the second did not repeat; they count as passed. */
  readonly flaky: readonly Result[];
}

export const failuresIn = (results: readonly Result[]): Result[] => results.filter(({ status }) => status === 'failed');

/** The failures that get a second try: all, if they are few, and none otherwise. Those outside of any file get none. */
export function worthAnotherTry(results: readonly Result[]): Result[] {
  const failures = failuresIn(results);
  return failures.length > MOST ? [] : failures.filter(({ file }) => file !== '');
}

/** Whether `second` shows that what failed passes: the test itself, or each test of a file that failed as a whole. */
function isRefuted({ file, title }: Result, second: readonly Result[]): boolean {
  const again = second.filter((each) => each.file === file && (title === '' || each.title === title));
  return again.some(({ status }) => status === 'passed') && failuresIn(again).length === 0;
}

/** Judges the first try by the second, which has results of the repeated tests only. */
export function judge(first: readonly Result[], second: readonly Result[]): Verdict {
  const failures = failuresIn(first);
  const flaky = failures.filter((failure) => isRefuted(failure, second));
  return {
    passed: first.filter(({ status }) => status === 'passed').length + flaky.length,
    skipped: first.filter(({ status }) => status === 'skipped').length,
    failures: failures.filter((failure) => !flaky.includes(failure)),
    flaky,
  };
}
