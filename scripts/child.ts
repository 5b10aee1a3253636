// Runs another program for the scripts: with its output shown, or collected until the end.
import { spawn, type ChildProcess } from 'node:child_process';

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
  /** Ends the program early. Without it, a signal to this program does. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each message that the program, one of Node, sends by `process.send`. */
  readonly onMessage?: (message: unknown) => void;
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `command` to its end and never throws: a program that cannot start ends with code 127 and its reason. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = {}, output = 'show', signal, onMessage }: Options,
): Promise<Ended> {
  const started = performance.now();
  const stdio = output === 'show' ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio, ...(onMessage ? ['ipc' as const] : [])],
    ...(signal ? { signal } : {}),
  });
  if (!signal) endWithUs(child);
  if (onMessage) child.on('message', onMessage);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    const end = (code: number, more = ''): void =>
      resolve({ code, output: text + more, seconds: secondsSince(started) });
    child.on('error', (error) => {
      // A program that has started and is ended early closes by itself.
      if (child.pid === undefined) end(127, `${command} could not be started: ${error.message}`);
    });
    child.on('close', (code, by) => end(code ?? (by ? 130 : 1)));
  });
}

/**
 * A signal to this program ends its child first, which would otherwise keep running. A terminal's Ctrl-C reaches the
 * child by itself.
 */
export function endWithUs(child: ChildProcess): void {
  const pass = (signal: NodeJS.Signals): void => {
    child.once('close', () => process.kill(process.pid, signal));
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of ENDING) process.on(signal, pass);
  child.once('close', () => ENDING.forEach((signal) => process.off(signal, pass)));
}

/**
 * Runs `work` with a signal that aborts when this program is asked to end. Then the program ends as asked, when `work`
 * has cleaned up.
 */
export async function abortOnSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (signal: NodeJS.Signals): void => controller.abort(signal);
  for (const signal of ENDING) process.once(signal, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of ENDING) process.off(signal, abort);
    if (controller.signal.aborted) process.kill(process.pid, controller.signal.reason as NodeJS.Signals);
  }
}

/** Whether a process of this user has this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Seconds since a `performance.now()`, to a tenth. */
export const secondsSince = (started: number): number => Math.round((performance.now() - started) / 100) / 10;
