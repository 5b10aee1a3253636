// Where uploaded photos are kept, and the turns in which one after the other is made: a picture takes much memory.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fairTurns, type FairTurns } from './fair-turns.ts';
import { PHOTO_FORMS, type PhotoForms } from './photo-forms.ts';
import { uploadPlaces, type UploadPlaces } from './upload-places.ts';

export interface PhotoStore {
  write(file: string, forms: PhotoForms): Promise<void>;
  /** Deletes all forms; a missing one is no error. */
  remove(file: string): Promise<void>;
  /** Makes one picture at a time; members take turns. */
  readonly turns: FairTurns;
  readonly places: UploadPlaces;
  /** Counts bytes that are held in memory; false when they would be too many. Give them back with `release`. */
  hold(bytes: number): boolean;
  release(bytes: number): void;
}

/** Bytes of uploads in memory, of all members together. */
const MAX_HELD = 150_000_000;

/** The folder of uploaded photos in the folder of data. */
export const photoFolder = (dataDir: string): string => join(dataDir, 'photos');

export function openPhotoStore(dataDir: string): PhotoStore {
  const folder = photoFolder(dataDir);
  const pathOf = (file: string, form: string): string => join(folder, `${file}-${form}`);
  let held = 0;
  return {
    async write(file, forms) {
      await mkdir(folder, { recursive: true });
      await Promise.all(PHOTO_FORMS.map((form) => writeFile(pathOf(file, form), forms[form])));
    },
    remove: async (file) => {
      await Promise.all(PHOTO_FORMS.map((form) => rm(pathOf(file, form), { force: true })));
    },
    turns: fairTurns(),
    places: uploadPlaces(),
    hold(bytes) {
      if (held + bytes > MAX_HELD) return false;
      held += bytes;
      return true;
    },
    release: (bytes) => void (held -= bytes),
  };
}
