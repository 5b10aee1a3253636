// The test projects: plain ones, and the api tests, which bring up a throwaway PostgreSQL server for themselves.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/testing/longest-first.ts';
import { unhandledErrorReporter } from './scripts/testing/unhandled-errors.ts';

const isFull = process.env['FULL'] === '1';
/** Where `npm test` wants to read what failed. */
const { VITEST_JSON: json, VITEST_OUTSIDE: outside } = process.env;

export default defineConfig({
  test: {
    // Only what hangs takes as long, on the slowest machine.
    testTimeout: isFull ? 600_000 : 300_000,
    hookTimeout: 300_000,
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
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/*.test.ts'] } },
      { extends: true, test: { name: 'stores', include: ['tests/stores/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'api', include: ['tests/api/**/*.test.ts'], globalSetup: ['tests/support/postgres.ts'] },
      },
      // Minutes each.
      ...(isFull ? [{ extends: true as const, test: { name: 'full', include: ['tests/full/**/*.test.ts'] } }] : []),
      {
        extends: true,
        test: { name: 'site', include: ['tests/site/**/*.test.ts'], globalSetup: ['tests/support/fresh-exports.ts'] },
      },
    ],
  },
});
