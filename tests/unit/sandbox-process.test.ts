// The payment sandbox beside `npm start`.
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { freePort } from '#scripts/testing/free-port';
import { startSandboxProcess } from '#scripts/sandbox-process';
import { freshFolder } from '../support/processes.ts';

// A fresh clone builds the console while it starts, and Vite leaves NODE_ENV as production then.
test('CR14: the payment sandbox of a development server starts, also where a build has left another mode behind', async () => {
  const port = await freePort();
  const settings = { NODE_ENV: 'production', DATA_DIR: freshFolder(), SANDBOX_PORT: String(port) };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const child = await startSandboxProcess(process.cwd(), { mode: 'development' });
  expect((await fetch(`http://localhost:${port}/`)).status).toBeLessThan(500);
  child.kill('SIGTERM');
  await once(child, 'exit');
});
