// Starts the payment sandbox as a process beside the server; it exits with this process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Resolves once it listens. Rejects when it cannot start; it has printed the reason by then. */
export function startSandboxProcess(root: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'src/server/payments/sandbox-host/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Neither the process nor its channel keeps this program running.
  child.unref();
  child.channel?.unref();
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Without the payment sandbox nothing can be bought.')));
  });
}
