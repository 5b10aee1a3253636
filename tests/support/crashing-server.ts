// A server process on a fixed port that is killed and restarted under load, and a client that calls it by its host.
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf, startProcess, type Process } from './processes.ts';
import { freePort } from '#scripts/testing/free-port';

export interface CrashingServer {
  readonly port: number;
  /** The number of kills. */
  readonly kills: number;
  readonly isUp: boolean;
  /** Kills it without warning and restarts it; throws its output when it does not start again. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCrashingServer(env: Record<string, string>): Promise<CrashingServer> {
  const port = await freePort();
  const start = (): Process => startProcess({ RATE_LIMITS: '0', ...env, PORT: String(port) });
  let process = start();
  let deaths = 0;
  let isUp = false;
  onTestFinished(() => void process.child.kill('SIGKILL'));
  await portOf(process);
  isUp = true;
  return {
    port,
    get isUp() {
      return isUp;
    },
    get kills() {
      return deaths;
    },
    async killAndRestart() {
      isUp = false;
      process.child.kill('SIGKILL');
      await process.ended;
      deaths += 1;
      process = start();
      await portOf(process);
      isUp = true;
    },
    async stop() {
      process.child.kill('SIGTERM');
      await process.ended;
    },
  };
}

export interface Sent {
  /** 0 without an answer. */
  readonly status: number;
  readonly text: string;
}

/** Posts to a site on this machine, with its host in the header. */
export const post = (
  port: number,
  folder: string,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<Sent> =>
  ask(
    port,
    folder,
    path,
    body,
    { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
    method,
  );

/** Reads from a site on this machine. */
export const get = (
  port: number,
  folder: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Sent> => ask(port, folder, path, null, headers, 'GET');

function ask(
  port: number,
  folder: string,
  path: string,
  body: string | Uint8Array | null,
  headers: Readonly<Record<string, string>>,
  method: string,
): Promise<Sent> {
  const host = `${folder}.localhost:${port}`;
  return new Promise((resolve) => {
    const lost = (): void => resolve({ status: 0, text: '' });
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path, timeout: 60_000, agent: false },
        method,
        headers: { host, ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', lost).on('aborted', lost);
      },
    );
    sent.on('error', lost).on('timeout', () => sent.destroy());
    sent.end(body ?? undefined);
  });
}

/** Headers of a call by a member's own page. */
export const fromPage = (cookie: string, key: string): Record<string, string> => ({
  ...{ cookie, 'idempotency-key': key },
  'sec-fetch-site': 'same-origin',
});

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
