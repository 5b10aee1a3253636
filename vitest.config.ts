// The test projects. Those of the calls start a throwaway PostgreSQL server for themselves.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { filesIn, read } from './scripts/checks/files.ts';
import { LongestFirst } from './scripts/testing/longest-first.ts';
import { unhandledErrorReporter } from './scripts/testing/unhandled-errors.ts';

const isFull = process.env['FULL'] === '1';
/** Where `npm test` wants to read what failed. */
const { VITEST_JSON: json, VITEST_OUTSIDE: outside } = process.env;

const root = import.meta.dirname;
const tests = filesIn(root, 'tests', ['test.ts']);
/** Tests that replace a module see it in a process of their own. */
const mocking = tests.filter((path) => /^tests\/(unit|api|site)\//.test(path) && read(root, path).includes('vi.mock('));

/** Loading all modules of the server anew for each file would take a third of the time: files share them. */
const SHARED = { isolate: false, setupFiles: ['tests/support/shared-worker.ts'], exclude: mocking };
const DATABASE = { globalSetup: ['tests/support/postgres.ts'] };

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
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/*.test.ts'], ...SHARED } },
      { extends: true, test: { name: 'stores', include: ['tests/stores/**/*.test.ts'] } },
      { extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'], ...SHARED, ...DATABASE } },
      { extends: true, test: { name: 'mocked', include: mocking, ...DATABASE } },
      // Minutes each.
      ...(isFull ? [{ extends: true as const, test: { name: 'full', include: ['tests/full/**/*.test.ts'] } }] : []),
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          globalSetup: ['tests/support/fresh-exports.ts'],
          ...SHARED,
        },
      },
    ],
  },
});
