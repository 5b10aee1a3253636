// One's own photos: changes are shown at once and sent one after the other; a refused one is taken back.
import { onMount } from 'nanostores';
import { type OwnPhoto, type OwnPhotos, photos } from '#contract/photos';
import { PREMIUM } from '#domain/limits';
import { client, errorCode } from '#lib/api';
import { onLive } from './live.ts';
import { onSessionEnd } from './private-data.ts';
import { reloadProfile } from './profile.ts';
import { createResource } from './resource.ts';
import { loadUser } from './session.ts';
import { toastError } from './toasts.ts';

const { upload: _, ...calls } = photos;
const api = client(calls);

export const $photos = createResource({ load: (): Promise<OwnPhotos> => api.list() });

let last: Promise<unknown> = Promise.resolve();
/** Changes that are not answered yet. */
let pending = 0;
onSessionEnd(() => {
  pending = 0;
  last = Promise.resolve();
});

/** A person may have approved or rejected one, and another tab may have changed them. */
onMount($photos, () => onLive('user', () => void ($photos.ready() && pending === 0 && $photos.reload())));

export const openPhotos = (): Promise<void> => $photos.reload();

/** How many more there may be; 0 before they are loaded. */
export function placesLeft(): number {
  const shown = $photos.ready();
  return shown ? Math.max(0, shown.limit - shown.photos.length) : 0;
}

/** Whether Premium would give more room. */
export const mayHaveMore = (): boolean => ($photos.ready()?.limit ?? PREMIUM.photos) < PREMIUM.photos;

/** Shows what the server has stored, unless a later change is under way. The main photo is part of profile and user. */
export function showStored(stored: OwnPhotos): void {
  if (pending > 0) return;
  $photos.cancel();
  $photos.updater()(() => stored);
  void reloadProfile();
  void loadUser();
}

function change(expected: (photos: readonly OwnPhoto[]) => OwnPhoto[], send: () => Promise<OwnPhotos>): Promise<void> {
  $photos.cancel();
  $photos.updater()((shown) => ({ photos: expected(shown.photos) }));
  pending += 1;
  const turn = last.then(async () => {
    const { stored, code } = await send().then(
      (answer) => ({ stored: answer, code: null }),
      (error: unknown) => ({ stored: null, code: errorCode(error) }),
    );
    pending = Math.max(0, pending - 1);
    if (stored) return showStored(stored);
    toastError(code);
    if (pending === 0) await $photos.reload();
  });
  last = turn;
  return turn;
}

export const removePhoto = (id: string): Promise<void> =>
  change(
    (shown) => shown.filter((photo) => photo.id !== id),
    () => api.remove({ id }),
  );

export const setPhotoAccess = (id: string, isPrivate: boolean): Promise<void> =>
  change(
    (shown) =>
      shown.map((photo) =>
        photo.id === id ? { ...photo, private: isPrivate, main: photo.main && !isPrivate } : photo,
      ),
    () => api.setAccess({ id, private: isPrivate }),
  );

export const setMainPhoto = (id: string): Promise<void> =>
  change(
    (shown) => shown.map((photo) => ({ ...photo, main: photo.id === id })),
    () => api.setMain({ id }),
  );

/** The photos with one of them at another place, counted from 0. */
export function moved(shown: readonly OwnPhoto[], id: string, to: number): OwnPhoto[] {
  const photo = shown.find((each) => each.id === id);
  const others = shown.filter((each) => each.id !== id);
  return photo ? others.toSpliced(to, 0, photo) : [...shown];
}

/** Shows another order without sending it, as while a photo is dragged. */
export const arrangePhoto = (id: string, to: number): void =>
  void $photos.updater()((shown) => ({ photos: moved(shown.photos, id, to) }));

/** Sends the order that is shown. */
export function savePhotoOrder(): Promise<void> {
  const ids = $photos.ready()?.photos.map(({ id }) => id) ?? [];
  return change(
    (shown) => [...shown],
    () => api.sort({ ids }),
  );
}

export function movePhoto(id: string, to: number): Promise<void> {
  const count = $photos.ready()?.photos.length ?? 0;
  if (to < 0 || to >= count) return Promise.resolve();
  arrangePhoto(id, to);
  return savePhotoOrder();
}
