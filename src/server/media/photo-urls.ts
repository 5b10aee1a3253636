// Addresses of photos.
import { randomBytes } from 'node:crypto';
import type { ChatPicture } from '#contract/chats';
import type { MainImage } from '#contract/values';
import type { PhotoStatus } from '../db/tables/photo.ts';

/** The random public name of a photo. */
export const newToken = (): string => randomBytes(16).toString('hex');

/** Path below `cdn_prefix` of a free photo or a picture in a chat: `photos/<token>-640.webp`. */
export const photoPath = (token: string): string => `photos/${token}-640.webp`;

/** The small and blurred form of a picture in a chat, which is shown before the picture. */
const lockedPhotoPath = (token: string): string => `photos/${token}-32.webp`;

/** What the name of a picture in a chat ends with that may show nudity. */
const REVEALING = '-revealing';

/** The names that a picture in a chat with that token may have: the token, and whether it may show nudity, which its message has to say. */
export const chatPictureNames = (token: string) => ({ plain: token, revealing: token + REVEALING });

/** A picture in a chat by its name, as its two members see it. */
export function chatPictureOf(name: string): ChatPicture {
  const isRevealing = name.endsWith(REVEALING);
  const token = isRevealing ? name.slice(0, -REVEALING.length) : name;
  const paths = { match: photoPath(token), blurred: lockedPhotoPath(token) };
  return isRevealing ? { ...paths, revealing: true } : paths;
}

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
