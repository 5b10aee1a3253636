// A Vitest reporter that writes unhandled errors, which the JSON report omits, to a file of their own.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import type { UnhandledError } from './results.ts';

export const unhandledErrorReporter = (file: string): Reporter => ({
  onTestRunEnd: (_modules, errors) => {
    const told = errors.map(({ message, stack, VITEST_TEST_PATH: path }): UnhandledError => ({
      text: stack ?? message,
      ...(typeof path === 'string' ? { file: path } : {}),
    }));
    if (told.length > 0) writeFileSync(file, JSON.stringify(told));
  },
});
