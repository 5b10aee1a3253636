// Addresses of photos.
import { randomBytes } from 'node:crypto';
import type { MainImage } from '#contract/values';
import type { PhotoStatus } from '../db/tables/photo.ts';

/** The random public name of a photo. */
export const newToken = (): string => randomBytes(16).toString('hex');

/** Path below `cdn_prefix` of a free photo or a picture in a chat: `photos/<token>-640.webp`. */
export const photoPath = (token: string): string => `photos/${token}-640.webp`;

/** The small and blurred form of a picture in a chat, which is shown before the picture. */
export const lockedPhotoPath = (token: string): string => `photos/${token}-32.webp`;

export function mainImageOf(photo: {
  readonly token: string | null;
  readonly status: PhotoStatus | null;
  readonly ai: boolean | null;
}): MainImage | null {
  if (!photo.token || !photo.status) return null;
  return {
    filename: `${photo.token}-640.webp`,
    thumb_filename: `${photo.token}-320.webp`,
    status: photo.status,
    match: photoPath(photo.token),
    ai: photo.ai ?? false,
  };
}
