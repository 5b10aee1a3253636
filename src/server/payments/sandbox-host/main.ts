// The sandbox as a child process; it ends with its parent, even if that is killed.
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '../../config/index.ts';
import { systemClock } from '../../context.ts';
import { startSandbox } from './server.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

async function main(): Promise<void> {
  const { sandbox, host, dataDir } = readConfig();
  const { port = null, url = '', secret = '' } = sandbox ?? {};
  if (port === null) throw new ConfigError('SANDBOX_PORT must name a port for the sandbox to listen on.');
  const running = await startSandbox({ root: ROOT, host, port, url, secret, folder: dataDir, now: systemClock });
  const stop = (): void => void running.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  process.once('disconnect', stop);
  process.send?.('ready');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
  if (process.connected) process.disconnect();
}

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return 'The port of the payment sandbox is in use by another program; stop that one, or set SANDBOX_PORT to another number.';
  return `The payment sandbox did not start: ${error instanceof Error ? error.message : String(error)}`;
}
