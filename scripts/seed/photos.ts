// Chooses the pictures of a profile: the portrait first, sometimes a place the member likes, sometimes a private one.
import { idOf, chance, tokenOf, type Random } from './random.ts';
import type { Face } from './faces.ts';
import type { Spread } from './spread.ts';

export interface SeedPhoto {
  readonly id: string;
  readonly token: string;
  /** The base name of the picture, which members share. */
  readonly file: string;
  readonly private: boolean;
  readonly position: number;
}

const SECOND = 0.5;
const PRIVATE = 0.25;

/** `key` identifies the member. */
export function photosOf(
  key: string,
  face: Face | null,
  scenes: Spread<string>,
  country: string,
  random: Random,
): SeedPhoto[] {
  if (!face) return [];
  const photos: SeedPhoto[] = [];
  const add = (file: string, isPrivate: boolean): void => {
    const position = photos.length;
    photos.push({
      id: idOf(`photo ${key} ${position}`),
      token: tokenOf(`photo ${key} ${position}`),
      file,
      private: isPrivate,
      position,
    });
  };
  add(face.id, false);
  if (chance(random, SECOND)) add(scenes.next(random, country), false);
  if (chance(random, PRIVATE)) add(scenes.next(random, country), true);
  return photos;
}
