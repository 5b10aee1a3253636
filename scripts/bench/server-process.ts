// Starts a measured server as a child process and asks for its processor time and memory.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { DatabaseConfig } from '#server/db/config';

export type ServerKind = 'node-http' | 'bare-stream' | 'bare-hono' | 'mount' | 'neutral' | 'desk';
export interface ServerOrder {
  readonly kind: ServerKind;
  readonly database: DatabaseConfig;
}
export type ServerQuestion = 'cpuMs' | 'rss';
export type ServerWord = { readonly port: number } | { readonly failed: string } | { readonly figure: number };

/** The public origin configured for the measured backend. */
export const BENCH_ORIGIN = 'https://bench.example';
/** Headers of a browser behind a proxy; `from` tells callers apart. */
export const callHeaders = (from: number, cookie?: string): Record<string, string> => ({
  host: new URL(BENCH_ORIGIN).host,
  'x-forwarded-for': `10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}`,
  'x-forwarded-proto': 'https',
  'sec-fetch-site': 'same-origin',
  ...(cookie ? { cookie } : {}),
});

export interface MeasuredServer {
  readonly port: number;
  /** Milliseconds of processor time so far, or resident bytes after garbage collection. */
  ask(question: ServerQuestion): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(order: ServerOrder): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`The server ${order.kind} ended with ${code}.`))),
  );
  ended.catch(() => undefined);
  const say = async (message: ServerOrder | ServerQuestion): Promise<ServerWord> => {
    const answer = new Promise<ServerWord>((resolve) => child.once('message', (word) => resolve(word as ServerWord)));
    child.send(message);
    return Promise.race([answer, ended]);
  };
  const word = await say(order);
  if (!('port' in word)) {
    child.kill();
    throw new Error('failed' in word ? word.failed : `The server ${order.kind} did not start.`);
  }
  return {
    port: word.port,
    ask: async (question) => {
      const answer = await say(question);
      if (!('figure' in answer)) throw new Error(`The server ${order.kind} does not answer.`);
      return answer.figure;
    },
    stop: async () => {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}
