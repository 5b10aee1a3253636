// The server of the browser tests, with a data folder of its own that is removed when the server ends.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/testing/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchloom-e2e-'));
const server = spawn(process.execPath, ['scripts/start.ts', '--no-build'], {
  stdio: 'inherit',
  // The sandbox would listen near the server's port, where another program may.
  env: { ...process.env, DATA_DIR: folder, SANDBOX_PORT: String(await freePort()) },
});
// Playwright signals the whole group, and the server would take a second signal for a hurry.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
server.once('close', (code) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exitCode = code ?? 1;
});
