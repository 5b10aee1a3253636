// What `npm test` says when all tests have ended, and the code it ends with.
import { SEED } from '../../tests/support/samples.ts';
import { formatResult, nameOf, type Result } from './results.ts';
import type { EndedRun } from './runners.ts';

const MAX_LENGTH = 300;

export interface Report {
  readonly lines: readonly string[];
  /** 1 if a test failed, and if none ran. */
  readonly code: 0 | 1;
}

interface Circumstances {
  /** Whether all tests ran. */
  readonly isWhole: boolean;
  readonly isFull: boolean;
  /** The duration of the run. */
  readonly seconds: number;
}

export function reportOf(run: EndedRun, { isWhole, isFull, seconds }: Circumstances): Report {
  const { passed, skipped, failures, flaky } = run;
  const catalogues = isFull ? 'Full catalogues' : `Samples of the catalogues (TEST_SEED=${SEED})`;
  return {
    lines: [
      ...failures.map((failure) => `\nFAILED ${formatResult(failure)}`),
      ...flaky.map((each) => `\nFlaky: ${nameOf(each)}: ${firstMessage(each)}`),
      ...(isWhole ? timesOf(run) : []),
      `\n${catalogues}; ${seconds} s${skipped > 0 ? `; ${skipped} skipped` : ''}.`,
      `${passed} passed, ${failures.length} failed`,
    ],
    code: failures.length > 0 || passed === 0 ? 1 : 0,
  };
}

/** In one line, without the call stack and the lines of the file. */
const firstMessage = ({ text }: Result): string => {
  const [message = ''] = text.split(/\n\s*(?:at |>? *\d+ \|)/, 1);
  return message.trim().replace(/\s+/g, ' ').slice(0, MAX_LENGTH);
};

function timesOf({ slowest, seconds }: EndedRun): string[] {
  const files = slowest.map((each) => `${each.file} ${each.seconds}`);
  const kinds = Object.entries(seconds).map(([kind, sum]) => `${kind} ${sum}`);
  return [`\nThe slowest files, seconds: ${files.join(', ')}.`, `Seconds in tests by kind: ${kinds.join(', ')}.`];
}
