// Starts the payment sandbox as a process beside the server; it exits with this process.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '#server/config/index';

/**
 * Resolves once it listens. Rejects when it cannot start; it has printed the reason by then. It has the mode of the server: the build
 * of the console, which may run in this process, sets NODE_ENV to production.
 */
export function startSandboxProcess(root: string, { mode }: Pick<Config, 'mode'>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'src/server/payments/sandbox-host/main.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: mode },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Neither the process nor its channel keeps this program running.
  child.unref();
  child.channel?.unref();
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Without the payment sandbox nothing can be bought.')));
  });
}
