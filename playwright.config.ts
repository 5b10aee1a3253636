// End-to-end tests in a real Chromium against the whole house: built sites, server, seeded embedded database.
import { defineConfig, devices } from '@playwright/test';
import { freePort } from './scripts/testing/free-port.ts';
import { isFull } from './tests/support/samples.ts';
import { MAIL_WEBHOOK_SECRET } from './tests/support/mail-service.ts';
import { CHROMIUM_ARGS, findChromium } from './scripts/testing/chromium.ts';

// The processes of the workers read this file again, and inherit the port.
const port = (process.env['E2E_PORT'] ??= String(await freePort()));
const executablePath = findChromium();
/** Journeys through other engines open a browser of their own. */
const OTHER_ENGINES = 'engines.spec.ts';
/** An ordinary run takes each test on one screen: the phone, unless its title says otherwise. The full run takes both. */
const OTHER_SCREEN = { phone: /@desktop\b/, desktop: /^(?!.*@(desktop|both)\b)/ } as const;
const onlyInFullRuns = (screen: keyof typeof OTHER_SCREEN): RegExp[] => (isFull ? [] : [OTHER_SCREEN[screen]]);

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/fresh-exports.ts',
  fullyParallel: true,
  workers: 2,
  // A second try belongs to `npm test`, which lists what needed one.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Timeouts are for what hangs: a machine that is five times slower than usual must not reach them.
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 120_000 } },
  reporter: 'list',
  // Emptied at each start; `npm test` has other folders beside it.
  outputDir: 'test-results/playwright',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    // A page that comes through the worker cannot be held back or altered by a test; those of the worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Repainting without a graphics card costs a twentieth of the time of all tests. Those of motion ask for it (`MOVING`); the full
      // run moves. A switch, since a tab that a page opens may never load where Playwright emulates it.
      args: [
        ...CHROMIUM_ARGS,
        '--disable-sync',
        '--no-first-run',
        ...(isFull ? [] : ['--force-prefers-reduced-motion']),
      ],
    },
  },
  projects: [
    ...(isFull ? [{ name: 'engines', testMatch: OTHER_ENGINES }] : []),
    {
      name: 'desktop',
      testIgnore: OTHER_ENGINES,
      grepInvert: onlyInFullRuns('desktop'),
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: OTHER_ENGINES,
      grepInvert: onlyInFullRuns('phone'),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: `${process.execPath} tests/support/browser-server.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    env: {
      PORT: port,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      MAIL_WEBHOOK_SECRET,
    },
  },
});
