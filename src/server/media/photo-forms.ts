// What a photo is stored as, what is done to it first, and why it may not be taken.
import type { PhotoArea } from '#domain/photo-crop';

/** What a locked photo shows. */
export const LOCKED_FORM = '32.webp';
/** The forms that an upload stores, by the end of the file's name. */
export const PHOTO_FORMS = ['96.webp', '320.webp', '640.webp', '1280.webp', LOCKED_FORM] as const;
export type PhotoForm = (typeof PHOTO_FORMS)[number];
export type PhotoForms = Readonly<Record<PhotoForm, Uint8Array>>;

/** Made by a job later, since it takes longer than all others together. */
export const AVIF_FORM = '400.avif';
/** The one form of a recording in a chat. */
export const VOICE_FORM = 'voice.bin';
/** A form that is written alone: by a job the AVIF, and previews of earlier releases anew; a recording. */
export type LaterForm = typeof AVIF_FORM | typeof LOCKED_FORM | typeof VOICE_FORM;

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
