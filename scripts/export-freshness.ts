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
/** Files of a niche that the backend goes by as well. */
const SHARED_WITH_BACKEND = ['niche.json', 'settings.json', 'prices.json'];

/** The state of each niche's sources at one moment: the path of each file and the hash of its content. */
export type Sources = ReadonlyMap<string, readonly string[]>;

export function sourcesOf(root: string): Sources {
  const shared = SHARED.flatMap((path) => filesAt(root, path));
  return new Map(
    nicheFolders(root).map((niche) => {
      const files = [...shared, ...filesAt(root, `niches/${niche}`)].sort();
      return [niche, files];
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
  writeFileSync(mark, [compression, ...(sources.get(niche) ?? [])].join('\n'));
}

/** Whether the marked export was made from these sources, and is compressed as well as asked. */
function isMarked(mark: string, files: readonly string[], compression: Compression): boolean {
  const [how, ...made] = readFileSync(mark, 'utf8').split('\n');
  return made.join('\n') === files.join('\n') && (compression === 'fast' || how === 'whole');
}

/** The sources that differ from those of the marked export. None where the mark is missing or of an earlier version, without them. */
function changedSince(mark: string, files: readonly string[]): string[] {
  const [, ...made] = existsSync(mark) ? readFileSync(mark, 'utf8').split('\n') : [];
  if (made.length === 0) return [];
  const [before, now] = [new Set(made), new Set(files)];
  const lines = [...made.filter((line) => !now.has(line)), ...files.filter((line) => !before.has(line))];
  return [...new Set(lines.map((line) => line.slice(0, line.lastIndexOf(' '))))].sort();
}

/** Niche folders that `npm run build` has to export again; an export compressed fast counts only where that is enough. */
export function staleNiches(root: string, compression: Compression, sources = sourcesOf(root)): string[] {
  const weighed = weighedNiches(root);
  const isWhole = (niche: string): boolean =>
    weighed.has(niche) &&
    [
      finishMarkerOf(root, niche),
      join(root, 'dist', 'hosting', niche, 'headers.json'),
      join(root, 'dist', niche, 'index.html'),
    ].every((file) => existsSync(file));
  return [...sources]
    .filter(([niche, files]) => !isWhole(niche) || !isMarked(finishMarkerOf(root, niche), files, compression))
    .map(([niche]) => niche);
}

/** The niches whose exports in a release are missing or older than their sources. */
function staleNichesIn(release: string, sources: Sources): string[] {
  const isFresh = (niche: string, files: readonly string[]): boolean => {
    const mark = finishMarkerIn(release, niche);
    return existsSync(mark) && isMarked(mark, files, 'fast');
  };
  return [...sources].filter(([niche, files]) => !isFresh(niche, files)).map(([niche]) => niche);
}

/** What a server of these niches would serve that is missing or older than its sources, and how to mend it. */
export function staleServed(root: string, served: readonly string[]) {
  const live = liveRelease(root);
  const sources = sourcesOf(root);
  const stale = (live ? staleNichesIn(live, sources) : staleNiches(root, 'fast', sources)).filter((niche) =>
    served.includes(niche),
  );
  const cureOf = (niches: readonly string[]): string =>
    `run "npm run ${live ? 'deploy' : `build ${niches.join(' ')}`}".`;
  /** After a rollback an old release is what the operator wants. */
  const isWanted = live !== null && isRolledBack(live);
  const changedIn = (niche: string): string[] =>
    changedSince(finishMarkerIn(live ?? join(root, 'dist'), niche), sources.get(niche) ?? []);
  return {
    ...{ stale, cureOf, isWanted },
    /** A sentence for each that must not be served. */
    refused: stale.flatMap((niche) =>
      isWanted ? disagreement(niche, changedIn(niche)) : [`${ageOf(niche, changedIn(niche))}: ${cureOf([niche])}`],
    ),
  };
}

function ageOf(niche: string, [first, ...others]: readonly string[]): string {
  if (!first) return `The export of ${niche} is missing or older than its sources`;
  return `The export of ${niche} is older than ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

/** Of a release that is wanted. Its pages would name other prices than the backend takes. */
function disagreement(niche: string, changed: readonly string[]): string[] {
  const files = SHARED_WITH_BACKEND.map((name) => `niches/${niche}/${name}`).filter((path) => changed.includes(path));
  if (files.length === 0) return [];
  const named = `${files.join(' and ')} than the backend: take ${files.length > 1 ? 'them' : 'it'} back as well`;
  return [`After the rollback, the pages of ${niche} go by an older ${named}, or run "npm run deploy".`];
}

/** Throws when an export is older than its sources: its tests would fail for unrelated reasons. */
export function requireFreshExports(root: string): void {
  const stale = staleNiches(root, 'fast');
  if (stale.length > 0)
    throw new Error(`The export is older than its sources: run "npm run build". (${stale.join(', ')})`);
}
