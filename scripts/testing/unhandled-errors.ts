// A Vitest reporter that writes unhandled errors, which the JSON report omits, to a file of their own.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export const unhandledErrorReporter = (file: string): Reporter => ({
  onTestRunEnd: (_modules, errors) => {
    if (errors.length > 0) writeFileSync(file, errors.map(({ message, stack }) => stack ?? message).join('\n'));
  },
});
