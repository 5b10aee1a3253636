// A reporter for Vitest: what went wrong outside of any test, which its JSON report leaves out, is written to a file of its own.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export const unhandledErrorReporter = (file: string): Reporter => ({
  onTestRunEnd: (_modules, errors) => {
    if (errors.length > 0) writeFileSync(file, errors.map(({ message, stack }) => stack ?? message).join('\n'));
  },
});
