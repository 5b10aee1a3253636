// Makes the stored form of a recording in a thread of its own, which can be ended: a file can be made so that reading it never ends.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { VoiceFault } from '#contract/chat-uploads';
import { FaultyVoice, type RemuxedVoice } from './voice-fault.ts';

/** Milliseconds from when the thread has loaded what it needs. The longest recording takes a hundredth. */
const LIMIT_MS = 3000;
const MEMORY_MB = 128;

type Answer = 'ready' | RemuxedVoice | { readonly fault: VoiceFault };

/** Throws a {@link FaultyVoice}. */
export function remuxApart(bytes: Uint8Array): Promise<RemuxedVoice> {
  const worker = new Worker(join(import.meta.dirname, 'remux-worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let limit: NodeJS.Timeout | undefined;
  const made = new Promise<RemuxedVoice>((resolve, reject) => {
    const refuse = (code: VoiceFault) => (): void => reject(new FaultyVoice(code));
    worker.on('message', (answer: Answer) => {
      if (answer === 'ready') {
        limit = setTimeout(refuse('voice_broken'), LIMIT_MS);
        worker.postMessage(bytes);
      } else if ('fault' in answer) refuse(answer.fault)();
      else resolve(answer);
    });
    // It has used up its memory.
    worker.on('error', refuse('voice_broken'));
    worker.on('exit', refuse('voice_broken'));
  });
  return made.finally(() => {
    clearTimeout(limit);
    void worker.terminate();
  });
}
