// A recording for a chat: made, heard, given a text, sent with its progress, and dropped or tried again.
import { atom } from 'nanostores';
import { chatUploads, VOICE_FAULTS } from '#contract/chat-uploads';
import { VOICE } from '#domain/limits';
import { errorCode } from '#lib/api';
import { after, uptime } from '#lib/clock';
import { openRecorder, type Recorder, type RecorderFault } from '#lib/recorder';
import { uploadFile } from '#lib/upload';
import { loadChats } from './chats.ts';
import { addConfirmed } from './conversation.ts';
import { $sent } from './drafts.ts';
import { targetOf } from './outbox.ts';
import { explainPremium } from './premium-dialog.ts';
import { onSessionEnd } from './private-data.ts';
import { $user, applyBalance } from './session.ts';

type VoiceState =
  | { readonly state: 'asking' }
  | { readonly state: 'refused'; readonly fault: RecorderFault }
  | { readonly state: 'recording' }
  | { readonly state: 'recorded' }
  /** `share` of the bytes are sent; with all of them it can no longer be cancelled. */
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'failed'; readonly code: string; readonly canRetry: boolean };

export interface VoiceDraft {
  readonly partner: string;
  /** Identifies the message: the server sends and charges it once, across retries. */
  readonly client_id: string;
  /** Of the next try: one with another text is another call about the same message. */
  readonly key: string;
  /** Null until it is recorded. */
  readonly take: { readonly file: Blob; readonly seconds: number } | null;
  readonly text: string;
  readonly now: VoiceState;
}

export const $voice = atom<VoiceDraft | null>(null);
/** Of what is being recorded. */
export const $voiceMeter = atom<{ readonly seconds: number; readonly level: number }>({ seconds: 0, level: 0 });

const METER_MS = 100;
let recorder: Recorder | null = null;
let startedAt = 0;
let stopMeter: () => void = () => undefined;
/** Those on their way, by their messages: one whose answer is late may be, beside another that is shown. */
const underWay = new Map<string, AbortController>();

/** Asks for the microphone and records; a recording that is there is replaced, its text stays. One that cannot be dropped goes its way. */
export async function startVoice(partner: string): Promise<void> {
  const before = $voice.get();
  const isReplaced = before !== null && canDrop(before);
  if (isReplaced) stopSending(before);
  endRecording();
  const ids = { client_id: crypto.randomUUID(), key: crypto.randomUUID() };
  const asked: VoiceDraft = {
    partner,
    ...ids,
    take: null,
    text: isReplaced && before.partner === partner ? before.text : '',
    now: { state: 'asking' },
  };
  $voice.set(asked);
  const onEnd = (): void => void stopVoice();
  const opened = await openRecorder({ bitsPerSecond: VOICE.bitsPerSecond, onEnd });
  const isWanted = $voice.get() === asked;
  if (typeof opened === 'string') {
    if (isWanted) $voice.set({ ...asked, now: { state: 'refused', fault: opened } });
    return;
  }
  // Closed while the browser asked.
  if (!isWanted) return opened.drop();
  recorder = opened;
  startedAt = uptime();
  $voice.set({ ...asked, now: { state: 'recording' } });
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
  const draft = $voice.get();
  const stopped = recorder;
  if (!stopped || draft?.now.state !== 'recording') return;
  const seconds = Math.min(VOICE.seconds, Math.max(1, Math.round((uptime() - startedAt) / 1000)));
  recorder = null;
  stopMeter();
  const file = await stopped.stop();
  if ($voice.get() === draft) $voice.set({ ...draft, take: { file, seconds }, now: { state: 'recorded' } });
}

/** A changed text is sent by another call. */
export function writeVoiceText(text: string): void {
  const draft = $voice.get();
  if (draft?.take && draft.now.state !== 'sending')
    $voice.set({ ...draft, text, key: crypto.randomUUID(), now: { state: 'recorded' } });
}

/** Whether it can still be dropped: once the server has all of it, it may be on its way. */
export const canDrop = ({ now }: VoiceDraft): boolean => now.state !== 'sending' || now.share < 1;

export function dropVoice(): void {
  const draft = $voice.get();
  if (draft && canDrop(draft)) clear();
}

function endRecording(): void {
  stopMeter();
  recorder?.drop();
  recorder = null;
  $voiceMeter.set({ seconds: 0, level: 0 });
}

/** What is stopped never comes to an end by itself. */
function stopSending({ client_id }: VoiceDraft): void {
  underWay.get(client_id)?.abort();
  underWay.delete(client_id);
}

function clear(): void {
  const draft = $voice.get();
  if (draft) stopSending(draft);
  // Before the recorder says that it ended.
  $voice.set(null);
  endRecording();
}
onSessionEnd(() => {
  underWay.forEach((abort) => abort.abort());
  underWay.clear();
  clear();
});

const isShown = ({ client_id }: VoiceDraft): boolean => $voice.get()?.client_id === client_id;

/** Sends it, or tries again. */
export async function sendVoice(): Promise<void> {
  const draft = $voice.get();
  if (!draft?.take || draft.now.state === 'sending') return;
  const { partner, client_id, key: idempotencyKey } = draft;
  const abort = new AbortController();
  underWay.set(client_id, abort);
  const show = (now: VoiceState): void => {
    if (isShown(draft)) $voice.set({ ...draft, now });
  };
  const text = new TextEncoder().encode(draft.text.trim());
  const body = new Blob([text, draft.take.file], { type: draft.take.file.type });
  const input = { ...targetOf(partner), client_id, ...(text.length > 0 ? { text_bytes: text.length } : {}) };
  show({ state: 'sending', share: 0 });
  try {
    const known = $user.get();
    const { message, credits } = await uploadFile(chatUploads.sendVoice, input, body, {
      ...{ idempotencyKey, signal: abort.signal },
      onProgress: (share) => show({ state: 'sending', share }),
    });
    if (abort.signal.aborted) return;
    if (isShown(draft)) clear();
    addConfirmed(partner, message);
    applyBalance(credits, known);
    $sent.set($sent.get() + 1);
    void loadChats();
  } catch (error) {
    if (!abort.signal.aborted && isShown(draft)) fail(draft, errorCode(error));
  } finally {
    underWay.delete(client_id);
  }
}

const isFinal = (code: string): boolean => code === 'too_large' || VOICE_FAULTS.some((fault) => fault === code);

function fail(draft: VoiceDraft, code: string): void {
  if (code !== 'premium_required')
    return $voice.set({ ...draft, now: { state: 'failed', code, canRetry: !isFinal(code) } });
  $voice.set(null);
  explainPremium('conversations', draft.partner);
}
