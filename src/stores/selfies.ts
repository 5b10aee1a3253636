// One's own selfie: where the main photo stands, and the selfie that is on its way.
import { atom, onMount } from 'nanostores';
import { type Gesture, type OwnSelfie, selfies } from '#contract/selfies';
import { fileFault } from '#domain/photo-file';
import { client, errorCode } from '#lib/api';
import { uploadFile } from '#lib/upload';
import { onLive } from './live.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { toastError } from './toasts.ts';

const { send, ...calls } = selfies;
const api = client(calls);

export const $selfie = createResource({ load: (): Promise<OwnSelfie> => api.read() });

type Sending =
  | { readonly state: 'idle' }
  /** `share` of the bytes are sent; with all of them the server makes the picture. */
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'failed'; readonly code: string };

export const $selfieSending = atom<Sending>({ state: 'idle' });

let running: AbortController | null = null;
onSessionEnd(() => cancelSelfie());

/** A person may have judged it, and the main photo may be another one. */
onMount($selfie, () => onLive('user', () => void ($selfie.ready() && running === null && $selfie.reload())));

export const openSelfie = (): Promise<void> => $selfie.reload();

export function cancelSelfie(): void {
  running?.abort();
  running = null;
  $selfieSending.set({ state: 'idle' });
}

/** One at a time; a selfie that failed is taken anew, since its gesture may be over. */
export async function sendSelfie(file: Blob & { readonly name?: string }, gesture: Gesture): Promise<void> {
  const fault = fileFault(file);
  if (fault !== null) return $selfieSending.set({ state: 'failed', code: fault });
  running?.abort();
  const abort = new AbortController();
  running = abort;
  const show = (share: number): void => {
    if (!abort.signal.aborted) $selfieSending.set({ state: 'sending', share });
  };
  show(0);
  try {
    const options = { idempotencyKey: crypto.randomUUID(), signal: abort.signal, onProgress: show };
    const stored = await uploadFile(send, { gesture }, file, options);
    if (abort.signal.aborted) return;
    end({ state: 'idle' });
    $selfie.cancel();
    $selfie.updater()(() => stored);
  } catch (error) {
    if (abort.signal.aborted) return;
    end({ state: 'failed', code: errorCode(error) });
    // Another gesture is to be shown now, or nothing is to be proven.
    await $selfie.reload();
  }
}

function end(state: Sending): void {
  running = null;
  $selfieSending.set(state);
}

export async function withdrawSelfie(): Promise<void> {
  try {
    const stored = await api.withdraw();
    $selfie.cancel();
    $selfie.updater()(() => stored);
  } catch (error) {
    toastError(errorCode(error));
  }
}
