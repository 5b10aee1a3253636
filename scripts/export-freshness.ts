// Finds the niches whose exports are missing or older than their sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nicheFolders } from '#site/load';
import { weighedNiches } from './build/manifest.ts';
import { isRolledBack, liveRelease } from './releases.ts';
import { finishMarkerIn, finishMarkerOf } from './build/finish-marker.ts';
import type { Compression } from './build/step-output.ts';

/** The sources of every export; a niche's own folder counts for that niche only. */
export const SHARED = [
  'src',
  // The choices that forms offer.
  'src/server/geo/places',
  'locales',
  'public',
  'demo',
  'scripts/build',
  'scripts/build.ts',
  'scripts/map-limit.ts',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];
/** Files among these that no page depends on. */
export const NOT_EXPORTED = 'src/server';

/** The state of each niche's sources at one moment: a hash over all names and contents. */
export type Sources = ReadonlyMap<string, string>;

export function sourcesOf(root: string): Sources {
  const shared = SHARED.flatMap((path) => filesAt(root, path));
  return new Map(
    nicheFolders(root).map((niche) => {
      const files = [...shared, ...filesAt(root, `niches/${niche}`)].sort();
      return [niche, sha256(files.join('\n'))];
    }),
  );
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** A file, or all files in a folder, each with the hash of its content; empty when the path does not exist. */
function filesAt(root: string, path: string): string[] {
  const info = path === NOT_EXPORTED ? undefined : statSync(join(root, path), { throwIfNoEntry: false });
  if (!info) return [];
  if (!info.isDirectory()) return [`${path} ${sha256(readFileSync(join(root, path)))}`];
  return readdirSync(join(root, path)).flatMap((name) => filesAt(root, `${path}/${name}`));
}

/** `sources` are those before the build began: the export lacks what was edited while it ran. */
export function markFinished(root: string, niche: string, sources: Sources, compression: Compression): void {
  const mark = finishMarkerOf(root, niche);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, [sources.get(niche), compression].join(' '));
}

/** Whether the marked export was made from these sources, and is compressed as well as asked. */
function isMarked(mark: string, hash: string, compression: Compression): boolean {
  const [made, how] = readFileSync(mark, 'utf8').split(' ');
  return made === hash && (compression === 'fast' || how === 'whole');
}

/** Niche folders that `npm run build` has to export again; an export compressed fast counts only where that is enough. */
export function staleNiches(root: string, compression: Compression): string[] {
  const weighed = weighedNiches(root);
  const isWhole = (niche: string): boolean =>
    weighed.has(niche) &&
    [
      finishMarkerOf(root, niche),
      join(root, 'dist', 'hosting', niche, 'headers.json'),
      join(root, 'dist', niche, 'index.html'),
    ].every((file) => existsSync(file));
  return [...sourcesOf(root)]
    .filter(([niche, hash]) => !isWhole(niche) || !isMarked(finishMarkerOf(root, niche), hash, compression))
    .map(([niche]) => niche);
}

/** The niches whose exports in a release are missing or older than their sources. */
function staleNichesIn(root: string, release: string): string[] {
  const isFresh = (niche: string, hash: string): boolean => {
    const mark = finishMarkerIn(release, niche);
    return existsSync(mark) && isMarked(mark, hash, 'fast');
  };
  return [...sourcesOf(root)].filter(([niche, hash]) => !isFresh(niche, hash)).map(([niche]) => niche);
}

/** What a server of these niches would serve that is missing or older than its sources, and how to mend it. */
export function staleServed(root: string, served: readonly string[]) {
  const live = liveRelease(root);
  const stale = (live ? staleNichesIn(root, live) : staleNiches(root, 'fast')).filter((niche) =>
    served.includes(niche),
  );
  return {
    stale,
    cureOf: (niches: readonly string[]): string => `run "npm run ${live ? 'deploy' : `build ${niches.join(' ')}`}".`,
    /** After a rollback an old release is what the operator wants. */
    isWanted: live !== null && isRolledBack(live),
  };
}

/** Throws when an export is older than its sources: its tests would fail for unrelated reasons. */
export function requireFreshExports(root: string): void {
  const stale = staleNiches(root, 'fast');
  if (stale.length > 0)
    throw new Error(`The export is older than its sources: run "npm run build". (${stale.join(', ')})`);
}
