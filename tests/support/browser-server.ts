// The server of the browser tests, with a data folder of its own that is removed when the server ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/testing/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'matchloom-e2e-'));
// The sandbox would listen near the server's port, where another program may.
const env = { ...process.env, DATA_DIR: folder, SANDBOX_PORT: String(await freePort()) };
// Playwright signals the whole group, and the server would take a second signal for a hurry.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function run(...args: string[]): Promise<number> {
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'close')) as [number | null];
  return code ?? 1;
}

process.exitCode = (await run('tests/support/seed-browser.ts')) || (await run('scripts/start.ts', '--no-build'));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
