// Chooses the pictures of a profile: the portrait first, sometimes places the member likes, some of them private.
import { idOf, chance, pick, seeded, tokenOf, type Random } from './random.ts';
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
/** Of those who may have more than three. */
const ANOTHER = 0.5;

/** `key` identifies the member. */
export function photosOf(
  key: string,
  face: Face | null,
  scenes: Spread<string>,
  country: string,
  random: Random,
): SeedPhoto[] {
  if (!face) return [];
  const files = [face.id];
  if (chance(random, SECOND)) files.push(scenes.next(random, country));
  const photos = files.map((file, position) => photoAt(key, file, position, false));
  if (chance(random, PRIVATE)) photos.push(photoAt(key, scenes.next(random, country), photos.length, true));
  return photos;
}

interface Further {
  readonly key: string;
  /** Of the member in the run. */
  readonly index: number;
  readonly scenes: readonly string[];
  readonly isPaid: boolean;
}

/**
 * Adds to them what goes beyond a portrait and two others: a place as the only picture of those without a portrait, and a private
 * picture of some premium members. Its draws are its own, since others follow those of the member.
 */
export function withFurther(
  photos: readonly SeedPhoto[],
  { key, index, scenes, isPaid }: Further,
): readonly SeedPhoto[] {
  const random = seeded(index);
  const others = scenes.filter((scene) => photos.every(({ file }) => file !== scene));
  if (photos.length === 0) return [photoAt(key, pick(random, others), 0, false)];
  if (!isPaid || !chance(random, ANOTHER)) return photos;
  return [...photos, photoAt(key, pick(random, others), photos.length, true)];
}

const photoAt = (key: string, file: string, position: number, isPrivate: boolean): SeedPhoto => ({
  id: idOf(`photo ${key} ${position}`),
  token: tokenOf(`photo ${key} ${position}`),
  file,
  private: isPrivate,
  position,
});
