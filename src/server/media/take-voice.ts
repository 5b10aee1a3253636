// Takes an uploaded recording whose file is claimed, with the text in front of it.
import type { VoiceFault } from '#contract/chat-uploads';
import type { SerializedAnswer } from '../context.ts';
import { readText } from '../http/parse-pairs.ts';
import type { Services } from '../services.ts';
import { VOICE_FORM } from './photo-forms.ts';
import type { Claim } from './stray-photos.ts';
import { takeUpload, type UploadCtx } from './take-upload.ts';
import { FaultyVoice, type RemuxedVoice } from './voice-fault.ts';

/** So many bytes tell every kind. */
const KIND_BYTES = 12;

/** A recording whose file is written, and what its sender wrote below it. */
export interface TakenVoice extends Claim, Omit<RemuxedVoice, 'bytes'> {
  readonly text: string;
}

interface VoiceUpload {
  readonly services: Services;
  readonly ctx: UploadCtx<VoiceFault>;
  readonly claim: Claim;
  /** Of the text that the body begins with. */
  readonly textBytes: number;
  /** The text as it is sent; throws why it cannot be. */
  readonly check: (text: string) => string;
  readonly finish: (voice: TakenVoice) => Promise<SerializedAnswer>;
}

type Made = RemuxedVoice & Pick<TakenVoice, 'text'>;

export const takeVoice = ({ services, ctx, claim, textBytes, check, finish }: VoiceUpload): Promise<SerializedAnswer> =>
  takeUpload<Made>({
    ...{ services, ctx, claim, kindBytes: textBytes + KIND_BYTES, turns: services.photos.voiceTurns },
    refusal: (start) => (isRecording(start.subarray(textBytes)) ? null : ctx.refuse('voice_kind')),
    make: async (body) => {
      const text = check(readText(body.subarray(0, textBytes)));
      const remuxed = await services.photos.voices.remux(body.slice(textBytes)).catch((error: unknown) => {
        throw error instanceof FaultyVoice ? ctx.refuse(error.code) : error;
      });
      return { ...remuxed, text };
    },
    write: (file, { bytes }) => services.photos.writeForm(file, VOICE_FORM, bytes),
    finish: (taken, { bytes: _, ...voice }) => finish({ ...taken, ...voice }),
  });

/** By its first bytes: WebM, Ogg or MP4. What is in it is told when it is read. */
function isRecording(start: Uint8Array): boolean {
  const text = Buffer.from(start.subarray(0, KIND_BYTES)).toString('latin1');
  return text.startsWith('\x1aE\xdf\xa3') || text.startsWith('OggS') || text.slice(4, 8) === 'ftyp';
}
