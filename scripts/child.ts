// Runs another program for the scripts: shown as it goes, or kept quiet with its output at the end.
import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `show` passes the output on; `keep` collects it into the answer. */
  readonly output?: 'show' | 'keep';
}

/** Runs `command` to its end and never throws: a program that cannot start ends with code 127 and says why. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = {}, output = 'show' }: Options,
): Promise<Ended> {
  const started = performance.now();
  const stdio = output === 'show' ? 'inherit' : 'pipe';
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', stdio, stdio] });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    const end = (code: number, more = ''): void =>
      resolve({ code, output: text + more, seconds: secondsSince(started) });
    child.on('error', (error) => end(127, `${command} could not be started: ${error.message}`));
    child.on('close', (code, signal) => end(code ?? (signal ? 130 : 1)));
  });
}

/** Seconds since a `performance.now()`, to a tenth. */
export const secondsSince = (started: number): number => Math.round((performance.now() - started) / 100) / 10;
