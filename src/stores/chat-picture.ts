// A picture for a chat: chosen, looked at, sent with its progress, and cancelled or tried again.
import { atom } from 'nanostores';
import { chatUploads } from '#contract/chat-uploads';
import { fileFault, isFinalFault } from '#domain/photo-file';
import { errorCode } from '#lib/api';
import { uploadFile } from '#lib/upload';
import { loadChats } from './chats.ts';
import { addConfirmed } from './conversation.ts';
import { $sent } from './drafts.ts';
import { targetOf } from './outbox.ts';
import { explainPremium } from './premium-dialog.ts';
import { onSessionEnd } from './private-data.ts';
import { $user, applyBalance } from './session.ts';

type PictureState =
  | { readonly state: 'chosen' }
  /** `share` of the bytes are sent; with all of them the picture can no longer be cancelled. */
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'failed'; readonly code: string; readonly canRetry: boolean };

export interface ChosenPicture {
  readonly partner: string;
  readonly file: Blob & { readonly name?: string };
  /** Identifies the message: the server sends and charges it once, across retries. */
  readonly client_id: string;
  /** It is sent although it seems to show nudity. */
  readonly anyway?: '1';
  readonly now: PictureState;
}

export const $chosenPicture = atom<ChosenPicture | null>(null);
let running: AbortController | null = null;

export function choosePicture(partner: string, file: ChosenPicture['file']): void {
  const code = fileFault(file);
  const now = code === null ? ({ state: 'chosen' } as const) : { state: 'failed' as const, code, canRetry: false };
  running?.abort();
  $chosenPicture.set({ partner, file, client_id: crypto.randomUUID(), now });
}

/** Whether it can still be stopped: once the server has all of it, it may be on its way. */
export const canCancel = ({ now }: ChosenPicture): boolean => now.state !== 'sending' || now.share < 1;

export function cancelPicture(): void {
  const chosen = $chosenPicture.get();
  if (!chosen || !canCancel(chosen)) return;
  clear();
}

function clear(): void {
  running?.abort();
  running = null;
  $chosenPicture.set(null);
}
onSessionEnd(clear);

/** Sends it, or tries again. */
export async function sendPicture(): Promise<void> {
  const chosen = $chosenPicture.get();
  if (!chosen || chosen.now.state === 'sending') return;
  const { partner, file, client_id, anyway } = chosen;
  const abort = new AbortController();
  running = abort;
  const show = (now: PictureState): void => $chosenPicture.set({ ...chosen, now });
  show({ state: 'sending', share: 0 });
  try {
    const known = $user.get();
    const draft = { ...targetOf(partner), client_id, ...(anyway && { anyway }) };
    const { message, credits } = await uploadFile(chatUploads.sendPicture, draft, file, {
      idempotencyKey: client_id,
      signal: abort.signal,
      onProgress: (share) => show({ state: 'sending', share }),
    });
    if (abort.signal.aborted) return;
    clear();
    addConfirmed(partner, message);
    applyBalance(credits, known);
    $sent.set($sent.get() + 1);
    void loadChats();
  } catch (error) {
    if (!abort.signal.aborted) fail(chosen, errorCode(error));
  }
}

/** Sends the one that was refused because it seems to show nudity. Nothing was made of it, so it is another message. */
export function sendAnyway(): Promise<void> {
  const chosen = $chosenPicture.get();
  if (!chosen || !seemsRevealing(chosen)) return Promise.resolve();
  $chosenPicture.set({ ...chosen, client_id: crypto.randomUUID(), anyway: '1', now: { state: 'chosen' } });
  return sendPicture();
}

export const seemsRevealing = ({ now }: ChosenPicture): boolean =>
  now.state === 'failed' && now.code === 'photo_revealing';

function fail(chosen: ChosenPicture, code: string): void {
  running = null;
  if (code !== 'premium_required')
    return $chosenPicture.set({ ...chosen, now: { state: 'failed', code, canRetry: !isFinalFault(code) } });
  $chosenPicture.set(null);
  explainPremium('conversations', chosen.partner);
}
