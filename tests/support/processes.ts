// Starts the server as a process of its own, as an operator does, and reads its output.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CLOCK_VARIABLES } from '#scripts/testing/clock';

export interface Process {
  readonly child: ChildProcess;
  /** The output so far, both streams. */
  said(): string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** Settings of the server are in none of them. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', ...CLOCK_VARIABLES];

/** A new folder that is deleted when the test that asked for it ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'matchloom-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export function startProcess(
  env: Record<string, string>,
  script = 'tests/support/serve.ts',
  args: readonly string[] = [],
): Process {
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  return { child, said: () => text, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** The port of a started server. Throws its output when it does not start. */
export async function portOf(started: Process): Promise<number> {
  for (let tries = 0; tries < 4800; tries += 1) {
    const port = /"port":(\d+)/.exec(started.said())?.[1];
    if (port) return Number(port);
    if (started.child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not start: ${started.said()}`);
}

/** Posts to a started server as a page of `host` does; answers the status. */
export const postJson = (port: number, { host, path, json }: Posted): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(json));
  });

interface Posted {
  readonly host: string;
  readonly path: string;
  readonly json: object;
}
