// Looks up some of the photos that a database names, where their bucket is no part of its backup.
import { type BucketConfig, bucketTitle } from '#server/config/files-url';
import { isUploaded, photoName } from '#server/media/photo-files';
import { PHOTO_FORMS, VOICE_FORM } from '#server/media/photo-forms';
import { bucketStore } from '#server/storage/bucket-store';
import { StorageUnavailable } from '#server/storage/file-store';

export interface PhotoSample {
  /** Names the bucket. */
  readonly title: string;
  readonly photos: number;
  readonly lookedUp: number;
  /** Those that lack the file that was looked for. */
  readonly missing: readonly string[];
  /** Why no more were looked up; null when the bucket answered. */
  readonly failure: string | null;
}

const MOST = 50;

/** Spread over all photos and their forms. */
export async function lookUpPhotos(bucket: BucketConfig, files: ReadonlySet<string>): Promise<PhotoSample> {
  const store = bucketStore(bucket);
  const all = [...files].filter(isUploaded).toSorted();
  const step = Math.max(1, all.length / MOST);
  const chosen = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const missing: string[] = [];
  let lookedUp = 0;
  let failure: string | null = null;
  try {
    for (const file of chosen) {
      const form = PHOTO_FORMS[lookedUp % PHOTO_FORMS.length] ?? PHOTO_FORMS[0];
      // A recording has one form only.
      const found = (await store.get(photoName(file, form))) ?? (await store.get(photoName(file, VOICE_FORM)));
      await found?.content?.stream.cancel();
      if (!found) missing.push(file);
      lookedUp += 1;
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    failure = error.message;
  }
  return { title: bucketTitle(bucket), photos: all.length, lookedUp, missing, failure };
}

/** What is said of it, as whole sentences. */
export function sampleSentences({ title, photos, lookedUp, missing, failure }: PhotoSample): string {
  const stay = `The photos stay in ${title}, which no backup of ours holds.`;
  const looked =
    missing.length === 0
      ? `Of ${photos} photos ${lookedUp} were looked up there, and none is missing.`
      : `Of ${photos} photos ${lookedUp} were looked up there, and ${missing.length} are missing: ${missing.join(', ')}.`;
  return failure === null ? `${stay} ${looked}` : `${stay} They could not be looked up. ${failure}.`;
}
