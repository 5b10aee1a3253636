// What becomes of a recording that is taken, and why one is not. Apart from what reads it, which loads a library.
import type { VoiceFault } from '#contract/chat-uploads';

export interface RemuxedVoice {
  readonly bytes: Uint8Array;
  /** How long it plays, in whole seconds from 1 on. */
  readonly seconds: number;
  readonly container: 'webm' | 'mp4';
}

/** A recording that cannot be taken; its message is the code. */
export class FaultyVoice extends Error {
  override readonly name = 'FaultyVoice';
  readonly code: VoiceFault;
  constructor(code: VoiceFault) {
    super(code);
    this.code = code;
  }
}
