// The test projects: plain ones, and the api tests, which bring up a throwaway PostgreSQL server for themselves.
import { defineConfig } from 'vitest/config';

const isFull = process.env['FULL'] === '1';

export default defineConfig({
  test: {
    testTimeout: isFull ? 600_000 : 60_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/*.test.ts'] } },
      { extends: true, test: { name: 'stores', include: ['tests/stores/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'api', include: ['tests/api/**/*.test.ts'], globalSetup: ['tests/support/postgres.ts'] },
      },
      { extends: true, test: { name: 'site', include: ['tests/site/**/*.test.ts'] } },
    ],
  },
});
