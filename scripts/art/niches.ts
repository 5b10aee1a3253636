// Lists the niche folders and reads the data files of their pictures and faces, for the art scripts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'niches');

export type Niche = { name: string; art: string; out: string };

/** Every folder in niches/ that has an art folder, or only the named ones. */
export function listNiches(only: readonly string[] = []): Niche[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(ROOT, entry.name, 'art')))
    .filter((entry) => only.length === 0 || only.includes(entry.name))
    .map(({ name }) => ({ name, art: join(ROOT, name, 'art'), out: join(ROOT, name, 'public') }));
}

/** Reads a JSON data file of a niche's art folder. The shape is not validated: the files are part of the project. */
export function readArt<T>(niche: Niche, file: string): T {
  return JSON.parse(readFileSync(join(niche.art, file), 'utf8')) as T;
}

/**
 * Vertical position of the visible part when the picture is taller than its frame, 0 (top) to 1 (bottom): the niche's
 * `hero-position`.
 */
export function heroWindow(niche: Niche): number {
  const scss = readFileSync(join(niche.art, '..', '_variables.scss'), 'utf8');
  const found = /'hero-position':\s*[\d.]+%\s+([\d.]+)%/.exec(scss)?.[1];
  if (!found) throw new Error(`niches/${niche.name}/_variables.scss has no 'hero-position' in percent.`);
  return Number(found) / 100;
}

/** The niche's drawings in the order of the story: the hero, then each scene. */
export const readScenes = (niche: Niche): string[] =>
  readdirSync(niche.art)
    .filter((file) => /^(hero|scene-\d)\.svg$/.test(file))
    .sort()
    .map((file) => readFileSync(join(niche.art, file), 'utf8'));

/** Red, green and blue of the niche's night colour. */
export function nightOf(niche: Niche): number[] {
  const scss = readFileSync(join(niche.art, '..', '_variables.scss'), 'utf8');
  const [, ...parts] = /'night':\s*#(\w\w)(\w\w)(\w\w)/.exec(scss) ?? [];
  return parts.map((part) => parseInt(part, 16));
}
