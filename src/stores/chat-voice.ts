// Recordings for chats: made, heard, given a text, sent with their progress, and dropped or tried again.
import { atom } from 'nanostores';
import { chatUploads, VOICE_FAULTS } from '#contract/chat-uploads';
import { VOICE } from '#domain/limits';
import { after, uptime } from '#lib/clock';
import { openRecorder, type Recorder, type RecorderFault } from '#lib/recorder';
import { uploadFile } from '#lib/upload';
import { canCancel, createChatUploads, type UploadState } from './chat-uploads.ts';
import { onSessionEnd } from './private-data.ts';

type VoiceState =
  | { readonly state: 'asking' }
  | { readonly state: 'refused'; readonly fault: RecorderFault }
  | { readonly state: 'recording' }
  | { readonly state: 'recorded' }
  | UploadState;

export interface VoiceDraft {
  readonly partner: string;
  readonly client_id: string;
  /** Of the next try: one with another text is another call about the same message. */
  readonly key: string;
  /** Null until it is recorded. */
  readonly take: { readonly file: Blob; readonly seconds: number } | null;
  readonly text: string;
  readonly now: VoiceState;
}

const isFinal = (code: string): boolean => code === 'too_large' || VOICE_FAULTS.some((fault) => fault === code);

const voices = createChatUploads<VoiceDraft>({
  send: ({ take, text: written, client_id, key: idempotencyKey }, to, options) => {
    const text = new TextEncoder().encode(written.trim());
    const body = new Blob([text, ...(take ? [take.file] : [])], { type: take?.file.type ?? '' });
    const input = { ...to, client_id, ...(text.length > 0 ? { text_bytes: text.length } : {}) };
    return uploadFile(chatUploads.sendVoice, input, body, { ...options, idempotencyKey });
  },
  isFinal,
});
/** By the member each is for. */
export const $voices = voices.$all;
/** Of what is being recorded. */
export const $voiceMeter = atom<{ readonly seconds: number; readonly level: number }>({ seconds: 0, level: 0 });

const METER_MS = 100;
let recorder: Recorder | null = null;
let startedAt = 0;
let stopMeter: () => void = () => undefined;
/** Asks for the microphone and records; a recording for the same member is replaced, its text stays. One that cannot be dropped goes its way. */
export async function startVoice(partner: string): Promise<void> {
  const before = voices.get(partner);
  endRecording();
  const asked: VoiceDraft = {
    partner,
    ...{ client_id: crypto.randomUUID(), key: crypto.randomUUID() },
    take: null,
    text: before && canCancel(before) ? before.text : '',
    now: { state: 'asking' },
  };
  voices.put(asked);
  const onEnd = (): void => void stopVoice();
  const opened = await openRecorder({ bitsPerSecond: VOICE.bitsPerSecond, onEnd });
  const isWanted = voices.get(partner) === asked;
  if (typeof opened === 'string') {
    voices.change(asked, { now: { state: 'refused', fault: opened } });
    return;
  }
  // Closed while the browser asked.
  if (!isWanted) return opened.drop();
  recorder = opened;
  startedAt = uptime();
  voices.change(asked, { now: { state: 'recording' } });
  watch();
}

/** Shows how long and how loud it is, and ends the longest recording. */
function watch(): void {
  const seconds = (uptime() - startedAt) / 1000;
  $voiceMeter.set({ seconds: Math.min(seconds, VOICE.seconds), level: recorder?.level() ?? 0 });
  if (seconds >= VOICE.seconds) void stopVoice();
  else stopMeter = after(METER_MS, watch);
}

export async function stopVoice(): Promise<void> {
  const draft = [...$voices.get().values()].find(({ now }) => now.state === 'recording');
  const stopped = recorder;
  if (!stopped || !draft) return;
  const seconds = Math.min(VOICE.seconds, Math.max(1, Math.round((uptime() - startedAt) / 1000)));
  recorder = null;
  stopMeter();
  const file = await stopped.stop();
  voices.change(draft, { take: { file, seconds }, now: { state: 'recorded' } });
}

/** A changed text is sent by another call. */
export function writeVoiceText(partner: string, text: string): void {
  const draft = voices.get(partner);
  if (draft?.take && draft.now.state !== 'sending')
    voices.change(draft, { text, key: crypto.randomUUID(), now: { state: 'recorded' } });
}

export function dropVoice(partner: string): void {
  const isRecording = voices.get(partner)?.take === null;
  // Before the recorder says that it ended.
  voices.drop(partner);
  if (isRecording) endRecording();
}

/** Its chat is left: the microphone is never on behind another page, and what is recorded or being sent stays. */
export function leaveVoice(partner: string): void {
  if (voices.get(partner)?.take === null) dropVoice(partner);
}

export async function sendVoice(partner: string): Promise<void> {
  if (voices.get(partner)?.take) await voices.send(partner);
}

/** Of one that is not finished nothing stays. */
function endRecording(): void {
  for (const { partner, take } of $voices.get().values()) if (take === null) voices.drop(partner);
  stopMeter();
  recorder?.drop();
  recorder = null;
  $voiceMeter.set({ seconds: 0, level: 0 });
}
onSessionEnd(endRecording);
