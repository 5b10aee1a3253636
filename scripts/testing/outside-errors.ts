// A Vitest reporter that writes what the JSON report omits to a file of its own: errors outside of the tests.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { OutsideError } from './results.ts';

export const outsideErrorReporter = (file: string): Reporter => ({
  onTestRunEnd: (modules, errors) => {
    const isolated = new Set(modules.filter(({ project }) => project.config.isolate).map(({ moduleId }) => moduleId));
    const unhandled = errors.map(({ message, stack, cause, VITEST_TEST_PATH: path }): OutsideError => {
      const ended = endOfWorker(cause);
      if (ended) return ended;
      const text = stack ?? message;
      if (typeof path !== 'string') return { text };
      // A file that shares its process may have nothing to do with what happened while it ran.
      return isolated.has(path) ? { text, file: path } : { text: `While ${path} ran: ${text}` };
    });
    const all = [...unhandled, ...modules.flatMap(errorsOf)];
    if (all.length > 0) writeFileSync(file, JSON.stringify(all));
  },
});

/** Those of a file and of its groups: failed imports and hooks, also beside tests that failed. */
const errorsOf = (module: TestModule): OutsideError[] =>
  [module, ...module.children.allSuites()]
    .flatMap((each) => each.errors())
    .map(({ message, stack }) => ({ file: module.moduleId, text: stack ?? message }));

/** A process that ended by itself, such as where memory was short: the file that it ran can run again. */
function endOfWorker(cause: unknown): OutsideError | null {
  const { message = '' } = (cause ?? {}) as { readonly message?: string };
  const [, file] = /^Worker exited unexpectedly .* running test file (.+)$/.exec(message) ?? [];
  return file === undefined ? null : { text: message, file };
}
