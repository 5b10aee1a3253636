// Photos that are being uploaded, one after the other: waiting, sending, being made, or failed with a way to go on.
import { atom } from 'nanostores';
import type { InputOf } from '#contract/endpoint';
import { photos } from '#contract/photos';
import { fileFault, isFinalFault } from '#domain/photo-file';
import { errorCode } from '#lib/api';
import { uploadFile } from '#lib/upload';
import { mayHaveMore, openPhotos, placesLeft, showStored } from './photos.ts';
import { explainPremium } from './premium-dialog.ts';
import { onSessionEnd } from './private-data.ts';

/** A file as the browser gives it. */
export type PhotoFile = Blob & { readonly name?: string };

export type UploadState =
  | { readonly state: 'waiting' }
  /** `share` of the bytes are sent; with all of them the server makes the picture. */
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'failed'; readonly code: string; readonly canRetry: boolean };

/** What is done with a photo first: turned, and a part of it kept. */
export type PhotoCut = Pick<InputOf<typeof photos.upload>, 'turn' | 'crop'>;

export interface PhotoUpload {
  readonly id: string;
  readonly cut: PhotoCut;
  readonly file: PhotoFile;
  readonly now: UploadState;
}

/** In the order in which they are sent. */
export const $uploads = atom<readonly PhotoUpload[]>([]);
/** The photo that is being cut, before it is uploaded. */
export const $cropping = atom<PhotoFile | null>(null);
/** Whether a premium member chose more than there is room for. */
export const $isOverLimit = atom(false);

const running = new Map<string, AbortController>();
onSessionEnd(() => {
  for (const abort of running.values()) abort.abort();
  running.clear();
  $uploads.set([]);
  $cropping.set(null);
  $isOverLimit.set(false);
});

const show = (id: string, now: UploadState): void =>
  $uploads.set($uploads.get().map((upload) => (upload.id === id ? { ...upload, now } : upload)));
const drop = (id: string): void => $uploads.set($uploads.get().filter((upload) => upload.id !== id));

function roomLeft(): number {
  const underWay = $uploads.get().filter(({ now }) => now.state !== 'failed' || now.canRetry).length;
  return Math.max(0, placesLeft() - underWay);
}

/** A single photo is cut first; several are uploaded as they are. */
export function choosePhotos(files: readonly PhotoFile[]): void {
  const [file] = files;
  if (file && files.length === 1 && fileFault(file) === null && roomLeft() > 0) $cropping.set(file);
  else addPhotos(files);
}

/** Uploads the photo that was being cut, or with null lets it be. */
export function finishCropping(cut: PhotoCut | null): void {
  const file = $cropping.get();
  $cropping.set(null);
  if (file && cut) addPhotos([file], cut);
}

/** Takes as many of the files as there is room for. */
export function addPhotos(files: readonly PhotoFile[], cut: PhotoCut = {}): void {
  const room = roomLeft();
  const faults = files.map(fileFault);
  const fitting = files.filter((_, at) => faults[at] === null).slice(0, room);
  const added = files.flatMap((file, at): PhotoUpload[] => {
    const code = faults[at] ?? null;
    if (code === null && !fitting.includes(file)) return [];
    const now: UploadState = code === null ? { state: 'waiting' } : { state: 'failed', code, canRetry: false };
    return [{ id: crypto.randomUUID(), cut, file, now }];
  });
  $uploads.set([...$uploads.get(), ...added]);
  if (added.length < files.length) tellLimit();
  void sendNext();
}

/** An upload that is cancelled or a message that is read. */
export function dismissUpload(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
  drop(id);
  void sendNext();
}

export function retryUpload(id: string): void {
  show(id, { state: 'waiting' });
  void sendNext();
}

export const closeOverLimit = (): void => $isOverLimit.set(false);

/** A free member is told about Premium, a premium member that there is no room (requirements PH1, PH2). */
export function tellLimit(): void {
  if (mayHaveMore()) explainPremium('own_photos');
  else $isOverLimit.set(true);
}

/** The id is the key, so that a retry after a lost answer is the same photo. */
async function sendNext(): Promise<void> {
  const next = $uploads.get().find(({ now }) => now.state === 'waiting');
  if (running.size > 0 || !next) return;
  const { id, file, cut } = next;
  const abort = new AbortController();
  running.set(id, abort);
  show(id, { state: 'sending', share: 0 });
  try {
    const stored = await uploadFile(photos.upload, cut, file, {
      idempotencyKey: id,
      signal: abort.signal,
      onProgress: (share) => show(id, { state: 'sending', share }),
    });
    if (abort.signal.aborted) return;
    drop(id);
    showStored(stored);
  } catch (error) {
    if (!abort.signal.aborted) fail(id, errorCode(error));
  } finally {
    if (running.get(id) === abort) running.delete(id);
  }
  void sendNext();
}

function fail(id: string, code: string): void {
  if (code !== 'photo_premium' && code !== 'photo_limit')
    return show(id, { state: 'failed', code, canRetry: !isFinalFault(code) });
  // Another tab was faster.
  drop(id);
  tellLimit();
  void openPhotos();
}
