// The process that makes recordings (src/server/media/remux-apart.ts). It ends when its channel to the server does.
import type { VoiceFault } from '#contract/chat-uploads';
import { FaultyVoice, type RemuxedVoice } from './voice-fault.ts';

/** `failed` is a fault of ours, and says which. */
export type VoiceAnswer = RemuxedVoice | { readonly fault: VoiceFault } | { readonly failed: string };

const say = (answer: 'ready' | VoiceAnswer): void => void process.send?.(answer);
const told = (error: unknown): VoiceAnswer =>
  error instanceof FaultyVoice
    ? { fault: error.code }
    : { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };

try {
  // Here, so that it is told why what it needs cannot be loaded.
  const { remuxVoice } = await import('./remux-voice.ts');
  process.on(
    'message',
    (bytes) =>
      void remuxVoice(bytes as Uint8Array)
        .catch(told)
        .then(say),
  );
  say('ready');
} catch (error) {
  say(told(error));
}
