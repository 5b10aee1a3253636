// What can be told of a picture before it is sent, and which faults another try cannot change.
import { MAX_PHOTO_BYTES, PHOTO_FAULTS } from '#contract/photos';

/** Refusals that stay the same for the same file. */
const FINAL_FAULTS: readonly string[] = [...PHOTO_FAULTS, 'photo_of_another', 'too_large'];

export const isFinalFault = (code: string): boolean => FINAL_FAULTS.includes(code);

interface ChosenFile {
  readonly size: number;
  readonly type: string;
  readonly name?: string;
}

/** Null when only the server can tell. */
export function fileFault({ size, type, name = '' }: ChosenFile): 'too_large' | 'photo_heic' | null {
  if (size > MAX_PHOTO_BYTES) return 'too_large';
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? 'photo_heic' : null;
}

/** What a file chooser offers; phones then convert their own kinds. */
export const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp,image/avif';
