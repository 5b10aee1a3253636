// Looks for nudity in pictures, by a model in a process of its own: it takes 230 MB, and is there only while pictures are sent.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import type { Logger } from 'pino';
import { describeError } from '../db/errors.ts';
import { type Nudity, nudityOf, type NudityShares } from './nudity.ts';

export interface NudityGuard {
  /** Loads the model while a picture is still on its way. */
  warm(): void;
  /** Looks at one picture at a time. Never throws: a picture that cannot be looked at is `unknown`. */
  look(picture: Uint8Array): Promise<Nudity>;
  close(): void;
}

interface GuardParts {
  readonly log: Pick<Logger, 'error'>;
  /** The file of the process, for tests. */
  readonly program?: string;
  readonly limits?: Partial<typeof LIMITS>;
}

/** Milliseconds. All that a picture waits for is less than the time after which its upload counts as given up. */
const LIMITS = { load: 30_000, look: 10_000, wait: 40_000, idle: 600_000 };

/** Width and height in pixels that the model looks at. */
const SIDE = 224;

export function openNudityGuard({ log, program = PROGRAM, limits = {} }: GuardParts): NudityGuard {
  const { load, look, wait, idle } = { ...LIMITS, ...limits };
  let model: { readonly child: ChildProcess; readonly loaded: Promise<unknown> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  function end(): void {
    clearTimeout(rest);
    model?.child.kill();
    model = null;
  }

  /** Ends the process after a while, unless a picture comes. */
  function endLater(): void {
    clearTimeout(rest);
    if (waiting === 0) rest = setTimeout(end, idle).unref();
  }

  function open(): NonNullable<typeof model> {
    if (model?.child.connected) return model;
    const child = startProgram(program);
    const loaded = answerOf(child, load);
    // Who looks learns of it.
    loaded.catch(() => undefined);
    return (model = { child, loaded });
  }

  async function ask(picture: Uint8Array): Promise<Nudity> {
    const pixels = await pixelsOf(picture);
    if (isClosed) throw new Error('The guard is closed.');
    const { child, loaded } = open();
    await loaded;
    const answer = answerOf(child, look);
    child.send(pixels);
    return nudityOf((await answer) as NudityShares);
  }

  return {
    warm() {
      if (!isClosed) open();
      endLater();
    },
    async look(picture) {
      waiting += 1;
      clearTimeout(rest);
      let isLate = false;
      const turn = last.then(() => (isLate ? 'unknown' : ask(picture)));
      last = turn.catch(end);
      try {
        return await within(wait, turn);
      } catch (error) {
        isLate = true;
        log.error({ error: describeError(error) }, 'nudity unknown');
        return 'unknown';
      } finally {
        waiting -= 1;
        endLater();
      }
    },
    close() {
      isClosed = true;
      end();
    },
  };
}

const PROGRAM = join(import.meta.dirname, 'nudity-model.ts');

function startProgram(program: string): ChildProcess {
  const child = fork(program, { serialization: 'advanced', stdio: 'ignore', execArgv: [] });
  // It may not keep this process from ending, and calls come first.
  child.unref();
  child.channel?.unref();
  // Who waits for an answer hears of it; without this, one that no one waits for would end the server.
  child.on('error', () => undefined);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** The next message of the process. */
function answerOf(child: ChildProcess, ms: number): Promise<unknown> {
  const stop = new AbortController();
  const message = once(child, 'message', stop).then(([answer]: unknown[]) => answer);
  const exit = once(child, 'exit', stop).then(() => {
    throw new Error('The model has ended.');
  });
  return within(ms, Promise.race([message, exit])).finally(() => stop.abort());
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = setTimeoutAsync(ms, null, { signal: stop.signal, ref: false }).then(() => {
    throw new Error('The model takes too long.');
  });
  return Promise.race([work, late]).finally(() => stop.abort());
}

/** Red, green and blue of each pixel. */
async function pixelsOf(picture: Uint8Array): Promise<Uint8Array> {
  // The library of pictures is large, and most of what the server does needs none.
  const { default: sharp } = await import('sharp');
  return sharp(picture)
    .resize({ width: SIDE, height: SIDE, fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}
