// What a photo is stored as, what is done to it first, and why it may not be taken.
import type { PhotoArea } from '#domain/photo-crop';

/** A stored form of a photo by the end of its file's name. */
export const PHOTO_FORMS = ['96.webp', '320.webp', '640.webp', '1280.webp', '400.avif', '32.webp'] as const;
export type PhotoForm = (typeof PHOTO_FORMS)[number];
export type PhotoForms = Readonly<Record<PhotoForm, Uint8Array>>;

export type PhotoFault = 'photo_small' | 'photo_pixels' | 'photo_broken';
/** A picture that cannot be taken; its message is the code. */
export class FaultyPhoto extends Error {
  override readonly name = 'FaultyPhoto';
  readonly code: PhotoFault;
  constructor(code: PhotoFault) {
    super(code);
    this.code = code;
  }
}

/** What the member does to a picture before it is stored: a turn to the right in degrees, and the part to keep of it. */
export interface PhotoCut {
  readonly turn: number;
  readonly crop: PhotoArea | null;
}
