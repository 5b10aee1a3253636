// The test projects. Those that need a database share a throwaway PostgreSQL server.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/testing/longest-first.ts';
import { outsideErrorReporter } from './scripts/testing/outside-errors.ts';
import { isFull } from './tests/support/samples.ts';

/** Where `npm test` wants to read what failed. */
const { VITEST_JSON: json, VITEST_OUTSIDE: outside } = process.env;

const root = import.meta.dirname;
const database = { globalSetup: ['tests/support/postgres.ts'] };
const SETUP = ['tests/support/seeded-properties.ts'];
const testsIn = (folder: string): string => `tests/${folder}/**/*.test.ts`;

/** `vi.mock` and `vi.doMock`. */
const MOCKING = /\bvi\.(do)?mock\(/i;

/**
 * Loading all modules anew for each file would take a third of the time, so files share them. Tests that replace a module
 * have a process of their own, in a second project.
 */
function shared(name: string, include: readonly string[], more: { readonly globalSetup?: string[] } = {}) {
  const mocking = globSync(include, { cwd: root }).filter((path) =>
    MOCKING.test(readFileSync(join(root, path), 'utf8')),
  );
  const sharing = { isolate: false, setupFiles: [...SETUP, 'tests/support/shared-worker.ts'] };
  return [
    { extends: true as const, test: { name, include: [...include], exclude: mocking, ...sharing, ...more } },
    ...(mocking.length > 0
      ? [{ extends: true as const, test: { name: `${name}-mocked`, include: mocking, setupFiles: SETUP, ...more } }]
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
      ...(outside ? [outsideErrorReporter(outside)] : []),
    ],
    projects: [
      ...shared('unit', [testsIn('unit'), 'tests/*.test.ts']),
      // Their modules keep state. A thread of its own for each file starts sooner than a process.
      {
        extends: true,
        test: { name: 'stores', include: [testsIn('stores')], pool: 'threads', setupFiles: SETUP, ...database },
      },
      ...shared('api', [testsIn('api')], database),
      // Minutes each.
      ...(isFull
        ? [{ extends: true as const, test: { name: 'full', include: [testsIn('full')], setupFiles: SETUP } }]
        : []),
      ...shared('site', [testsIn('site')], { globalSetup: ['tests/support/fresh-exports.ts'] }),
    ],
  },
});
