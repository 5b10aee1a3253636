// The files of photos and recordings: those of members in the store of files, and the pictures of the demo members.
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { openFileStore } from '../storage/index.ts';
import { type FileStore, type StoredFile } from '../storage/file-store.ts';
import { folderStore } from '../storage/folder-store.ts';
import { AVIF_FORM, type LaterForm, PHOTO_FORMS, type PhotoForms, VOICE_FORM } from './photo-forms.ts';

export interface PhotoFiles {
  write(file: string, forms: PhotoForms): Promise<void>;
  /** A form by itself. */
  writeForm(file: string, form: LaterForm, bytes: Uint8Array): Promise<void>;
  removeForm(file: string, form: LaterForm): Promise<void>;
  /** A stored form, such as `640.webp`; null when there is none. `known` is the ETag that the caller has. */
  read(file: string, form: string, known?: string | null): Promise<StoredFile | null>;
  /** Deletes all forms; a missing one is no error. */
  remove(file: string): Promise<void>;
  /** Where an operator finds a form. */
  locate(file: string, form: string): string;
}

const DEMO_PICTURES = join(import.meta.dirname, '../../../demo/pictures');

/** In the store of files, and in the folder of data where that is the store. */
const PLACE = 'photos';

/** The folder of uploaded photos in the folder of data. */
export const photoFolder = (dataDir: string): string => join(dataDir, PLACE);

/** In the store of files, of a name such as in the folder above. */
export const placeOfPhoto = (name: string): string => `${PLACE}/${name}`;
export const photoName = (file: string, form: string): string => placeOfPhoto(`${file}-${form}`);

/** Whether a photo was uploaded, by the name of its file. */
export const isUploaded = (file: string): boolean => /^[0-9a-f]{32}$/.test(file);

/** Pictures of the demo are drawn 640 pixels wide. */
const demoForm = (form: string): string => (form === '1280.webp' ? '640.webp' : form);

export const openPhotoFiles = (config: Pick<Config, 'bucket' | 'dataDir'>): PhotoFiles =>
  photoFiles(openFileStore(config), folderStore(DEMO_PICTURES));

export function photoFiles(uploaded: FileStore, demo: FileStore): PhotoFiles {
  return {
    async write(file, forms) {
      // All of them, so that none is still under way when a failed upload is given up.
      const done = await Promise.allSettled(
        PHOTO_FORMS.map((form) => uploaded.put(photoName(file, form), forms[form])),
      );
      for (const each of done) if (each.status === 'rejected') throw each.reason;
    },
    writeForm: (file, form, bytes) => uploaded.put(photoName(file, form), bytes),
    removeForm: (file, form) => uploaded.delete(photoName(file, form)),
    read: (file, form, known = null) =>
      isUploaded(file) ? uploaded.get(photoName(file, form), known) : demo.get(`${file}-${demoForm(form)}`, known),
    remove: async (file) => {
      await Promise.all([...PHOTO_FORMS, AVIF_FORM, VOICE_FORM].map((form) => uploaded.delete(photoName(file, form))));
    },
    locate: (file, form) =>
      isUploaded(file) ? uploaded.locate(photoName(file, form)) : demo.locate(`${file}-${form}`),
  };
}
