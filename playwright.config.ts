// End-to-end tests in a real Chromium against the whole house: built sites, server, seeded embedded database.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { MAIL_WEBHOOK_SECRET } from './tests/support/mail-service.ts';
import { CHROMIUM_ARGS, findChromium } from './scripts/testing/programs.ts';

const port = Number(process.env['E2E_PORT'] ?? 4391);
const isFull = process.env['FULL'] === '1';
const executablePath = findChromium();
/** Journeys through other engines open a browser of their own. */
const OTHER_ENGINES = 'engines.spec.ts';
/** Tests with this tag are another screen's; the full run takes them on every screen. */
const onlyInFullRuns = (tag: string): RegExp[] => (isFull ? [] : [new RegExp(`${tag}\\b`)]);

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/fresh-exports.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['E2E_REPORT'] ? [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]] : 'list',
  outputDir: 'test-results',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    // A page that comes through the worker cannot be held back or altered by a test; those of the worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...CHROMIUM_ARGS, '--disable-sync', '--no-first-run'],
    },
  },
  projects: [
    ...(isFull ? [{ name: 'engines', testMatch: OTHER_ENGINES }] : []),
    {
      name: 'desktop',
      testIgnore: OTHER_ENGINES,
      grepInvert: onlyInFullRuns('@phone'),
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: OTHER_ENGINES,
      grepInvert: onlyInFullRuns('@desktop'),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: `${process.execPath} scripts/start.ts --no-build`,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: join(tmpdir(), `matchloom-e2e-${process.pid}`),
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      MAIL_WEBHOOK_SECRET,
    },
  },
});
