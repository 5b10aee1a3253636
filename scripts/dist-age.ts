// Tells which niches' exports are missing or older than what they are made from.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nicheFolders } from '#site/load';

/** What every export is made from; a niche's own folder counts for that niche only. */
const SHARED = [
  'src',
  'locales',
  'public',
  'scripts/build',
  'scripts/build.ts',
  'scripts/portraits',
  'astro.config.mjs',
  'package-lock.json',
];
const NOT_EXPORTED = new Set(['server']);

/** Niche folders that `npm run build` has to export again. */
export function staleNiches(root: string): string[] {
  const shared = Math.max(...SHARED.map((path) => newestIn(join(root, path))));
  return nicheFolders(root).filter((niche) => {
    // Compressed last of all (scripts/build/compress.ts): an export that was begun and not finished has none.
    const built = join(root, 'dist', niche, 'index.html.br');
    if (!existsSync(built) || !existsSync(join(root, 'dist/manifest.json'))) return true;
    return statSync(built).mtimeMs < Math.max(shared, newestIn(join(root, 'niches', niche)));
  });
}

/** Latest change of a file, or of any file in a folder, in milliseconds; 0 when there is none. */
function newestIn(path: string): number {
  if (!existsSync(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const inside = readdirSync(path).filter((name) => !NOT_EXPORTED.has(name));
  return Math.max(0, ...inside.map((name) => newestIn(join(path, name))));
}
