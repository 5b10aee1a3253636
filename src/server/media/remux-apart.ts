// Makes the stored form of a recording in a process of its own, which can be ended: a file can be made so that reading it never ends, or
// takes more memory than there is, which ends a thread together with its server.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { VoiceAnswer } from './remux-process.ts';
import { FaultyVoice, type RemuxedVoice } from './voice-fault.ts';

export interface VoiceReader {
  /** Throws a {@link FaultyVoice}; any other error is a fault of the server. */
  remux(bytes: Uint8Array): Promise<RemuxedVoice>;
  /** Ends its process, after what it is about to make. */
  close(): void;
}

interface Options {
  readonly program?: string;
  /** Milliseconds until the process has loaded what it needs. */
  readonly startMs?: number;
  /** Milliseconds for a recording. The longest takes a twentieth in a new process. */
  readonly readMs?: number;
}

const PROGRAM = join(import.meta.dirname, 'remux-process.ts');
const MEMORY_MB = 128;

/** One process is kept from recording to recording, until one is refused: what that has left behind it goes with it. */
export function openVoiceReader({ program = PROGRAM, startMs = 15_000, readMs = 1000 }: Options = {}): VoiceReader {
  let kept: ChildProcess | null = null;
  let isClosed = false;
  const start = async (): Promise<ChildProcess> => {
    const child = begin(program);
    child.once('exit', () => {
      if (kept === child) kept = null;
    });
    const word = await heard<'ready' | VoiceAnswer>(child, startMs).catch((error: unknown) => abandon(child, error));
    if (word === 'ready') return child;
    return abandon(child, new Error(`The process that reads recordings did not start: ${explain(word)}`));
  };
  const keep = (child: ChildProcess): void => {
    if (isClosed || kept) child.kill('SIGKILL');
    else kept = child;
  };
  return {
    async remux(bytes) {
      const child = kept ?? (await start());
      kept = null;
      const answer = await ask(child, bytes, readMs).catch((error: unknown) => abandon(child, error));
      if (typeof answer === 'string') return abandon(child, new FaultyVoice('voice_broken'));
      if ('fault' in answer) return abandon(child, new FaultyVoice(answer.fault));
      if ('failed' in answer) return abandon(child, new Error(answer.failed));
      keep(child);
      return answer;
    },
    close() {
      isClosed = true;
      kept?.kill('SIGKILL');
      kept = null;
    },
  };
}

/** It knows nothing of the server's settings, and keeps no program running that has nothing else to do. */
function begin(program: string): ChildProcess {
  const child = fork(program, {
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  // Of one that ends while nothing is asked of it, its end is enough to know.
  child.on('error', () => undefined);
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  return child;
}

function abandon(child: ChildProcess, error: unknown): never {
  child.kill('SIGKILL');
  throw error;
}

const ask = (child: ChildProcess, bytes: Uint8Array, ms: number): Promise<VoiceAnswer | Silence> => {
  child.send(bytes);
  return heard<VoiceAnswer>(child, ms);
};

type Silence = 'it ended' | 'it said nothing';

/** What a process says next. Rejects when it cannot be started or told anything. */
async function heard<Word>(child: ChildProcess, ms: number): Promise<Word | Silence> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([word]) => word as Word),
      once(child, 'close', { signal }).then(() => 'it ended' as const),
      setTimeout(ms, 'it said nothing' as const, { signal }),
    ]);
  } finally {
    stop.abort();
  }
}

const explain = (word: VoiceAnswer | Silence): string =>
  typeof word === 'string' ? word : 'failed' in word ? word.failed : 'it said something else';
