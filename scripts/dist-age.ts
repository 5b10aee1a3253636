// Tells which niches' exports are missing or older than what they are made from.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Says that a niche's export is as it should be; written last of all, with everything that is told of it. */
const markOf = (root: string, niche: string): string => join(root, 'dist', 'hosting', niche, 'finished');

export const markBegun = (root: string, niche: string): void => rmSync(markOf(root, niche), { force: true });

/** `began` is when the build did: what is edited while it runs is newer. */
export function markFinished(root: string, niche: string, began: Date): void {
  const mark = markOf(root, niche);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  utimesSync(mark, began, began);
}

/** Niche folders that `npm run build` has to export again. */
export function staleNiches(root: string): string[] {
  const shared = Math.max(...SHARED.map((path) => newestIn(join(root, path))));
  return nicheFolders(root).filter((niche) => {
    const mark = markOf(root, niche);
    if (!existsSync(mark) || !existsSync(join(root, 'dist', niche, 'index.html'))) return true;
    return statSync(mark).mtimeMs < Math.max(shared, newestIn(join(root, 'niches', niche)));
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
