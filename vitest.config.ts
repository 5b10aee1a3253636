// The test projects. Those that need a database share a throwaway PostgreSQL server.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { filesIn, read } from './scripts/checks/files.ts';
import { LongestFirst } from './scripts/testing/longest-first.ts';
import { unhandledErrorReporter } from './scripts/testing/unhandled-errors.ts';

const isFull = process.env['FULL'] === '1';
/** Where `npm test` wants to read what failed. */
const { VITEST_JSON: json, VITEST_OUTSIDE: outside } = process.env;

const root = import.meta.dirname;
const database = { globalSetup: ['tests/support/postgres.ts'] };

/**
 * Loading all modules anew for each file would take a third of the time, so files share them. Tests that replace a module
 * have a process of their own, in a second project.
 */
function shared(name: string, include: readonly string[], more: { readonly globalSetup?: string[] } = {}) {
  const files = filesIn(root, `tests/${name}`, ['test.ts']);
  const mocking = files.filter((path) => read(root, path).includes('vi.mock('));
  const sharing = { isolate: false, setupFiles: ['tests/support/shared-worker.ts'] };
  return [
    { extends: true as const, test: { name, include: [...include], exclude: mocking, ...sharing, ...more } },
    ...(mocking.length > 0
      ? [{ extends: true as const, test: { name: `${name}-mocked`, include: mocking, ...more } }]
      : []),
  ];
}

export default defineConfig({
  test: {
    // Only what hangs takes as long, on the slowest machine.
    testTimeout: isFull ? 600_000 : 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    passWithNoTests: false,
    // Vitest leaves a core free by default: half of a machine of two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      ...(json ? [['json', { outputFile: json }] as const] : []),
      ...(outside ? [unhandledErrorReporter(outside)] : []),
    ],
    projects: [
      ...shared('unit', ['tests/unit/**/*.test.ts', 'tests/*.test.ts']),
      { extends: true, test: { name: 'stores', include: ['tests/stores/**/*.test.ts'], ...database } },
      ...shared('api', ['tests/api/**/*.test.ts'], database),
      // Minutes each.
      ...(isFull ? [{ extends: true as const, test: { name: 'full', include: ['tests/full/**/*.test.ts'] } }] : []),
      ...shared('site', ['tests/site/**/*.test.ts'], { globalSetup: ['tests/support/fresh-exports.ts'] }),
    ],
  },
});
