// Publishes exports: each release is a folder of its own whose files never change, and one link names the live one.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DAY_MS } from '#domain/durations';
import { lockFolder } from '#server/db/folder-lock';
import { filesIn } from './build/export.ts';
import { SERVED_FROM } from './build/served-files.ts';

/** The live one, the one before, and one to go back to after a rollback. */
const KEPT = 3;
/** A web server that was not told, or a backend that was not restarted, still serves one that was live before. */
const KEPT_MS = 7 * DAY_MS;
const OWN_ASSETS = 'assets.json';
const ROLLED_BACK = 'rolled-back';
const LIVE_UNTIL = 'live-until';
/** Folders of files with hashed names, which pages of the release before still ask for. */
const HASHED = /^[^/]+\/(_astro|assets)\//;

const linkOf = (root: string): string => join(root, 'live');
const releasesOf = (root: string): string => join(root, 'releases');

/** The folder of the live release; null where none was published. */
export const liveRelease = (root: string): string | null =>
  existsSync(linkOf(root)) ? realpathSync(linkOf(root)) : null;

/** Whether a release was chosen by `npm run rollback`, so that it may be older than its sources. */
export const isRolledBack = (release: string): boolean => existsSync(join(release, ROLLED_BACK));

/** Publishes what lies in dist/ and answers the folder of the release; only the brands of `served`, where that is given. */
export function publish(root: string, now: Date, served: readonly string[] | null = null): string {
  return alone(root, () => {
    const before = liveRelease(root);
    const release = join(releasesOf(root), now.toISOString().replace(/[:.]/g, '-'));
    const unfinished = `${release}.unfinished`;
    const isPublished = (file: string): boolean => {
      const brand = brandOf(file);
      return !file.endsWith('.part') && (brand === null || served === null || served.includes(brand));
    };
    const files = filesIn(join(root, 'dist')).filter(isPublished);
    for (const file of files) place(join(root, 'dist', file), join(unfinished, file), release);
    const assets = files.filter((file) => HASHED.test(file));
    writeFileSync(join(unfinished, OWN_ASSETS), JSON.stringify(assets));
    if (before) addAssets(before, unfinished);
    renameSync(unfinished, release);
    switchTo(root, release, now);
    prune(root, now);
    return release;
  });
}

/** Makes the release before the live one live again. Throws a sentence when there is none. */
export function rollBack(root: string, now: Date): string {
  return alone(root, () => {
    const live = liveRelease(root);
    const earlier = namesIn(root).filter((name) => live !== null && name < basename(live));
    const name = earlier.at(-1);
    if (!name) throw new Error('There is no earlier release to go back to.');
    const release = join(releasesOf(root), name);
    writeFileSync(join(release, ROLLED_BACK), '');
    if (live) addAssets(live, release);
    switchTo(root, release, now);
    return realpathSync(release);
  });
}

/** The brand that a file in dist/ belongs to; null for those that all brands share. */
function brandOf(file: string): string | null {
  const folders = dirname(file).split('/');
  const brand = folders[0] === 'hosting' ? folders[1] : folders[0];
  return brand === undefined || ['.', 'console'].includes(brand) ? null : brand;
}

/** Throws a sentence while another deployment or rollback runs. */
function alone(root: string, work: () => string): string {
  const releases = releasesOf(root);
  mkdirSync(releases, { recursive: true });
  const unlock = lockFolder(releases, (process) => `Another deployment (process ${process}) is running.`);
  try {
    return work();
  } finally {
    unlock();
  }
}

/** Two links to one file cost no space. Files that name their folder are written anew. */
function place(from: string, to: string, release: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (/^(nginx\.conf|Caddyfile)$/.test(basename(from)))
    writeFileSync(to, readFileSync(from, 'utf8').replaceAll(SERVED_FROM, release));
  // Markers are small, and a later build may write into them.
  else if (/\/dist\/hosting\//.test(from)) copyFileSync(from, to);
  else linkSync(from, to);
}

/** Pages of the other release are still open in browsers, and load their scripts and pictures later. */
function addAssets(from: string, to: string): void {
  const isMissing = (file: string): boolean => !existsSync(join(to, file));
  const isServed = (file: string): boolean => existsSync(join(to, file.split('/')[0] ?? ''));
  for (const file of assetsOf(from).filter((each) => isMissing(each) && isServed(each)))
    place(join(from, file), join(to, file), to);
}

/** Replaces the link in one step. */
function switchTo(root: string, release: string, now: Date): void {
  const before = liveRelease(root);
  const next = `${linkOf(root)}.next`;
  rmSync(next, { force: true });
  symlinkSync(join('releases', basename(release)), next);
  renameSync(next, linkOf(root));
  if (before) writeFileSync(join(before, LIVE_UNTIL), now.toISOString());
}

function prune(root: string, now: Date): void {
  const live = basename(liveRelease(root) ?? '');
  const isOld = (name: string): boolean => liveUntil(join(releasesOf(root), name)) < now.getTime() - KEPT_MS;
  for (const name of namesIn(root).slice(0, -KEPT))
    if (name !== live && isOld(name)) rmSync(join(releasesOf(root), name), { recursive: true, force: true });
  for (const name of readdirSync(releasesOf(root)).filter((each) => each.endsWith('.unfinished')))
    rmSync(join(releasesOf(root), name), { recursive: true, force: true });
}

/** Earlier versions of this file did not write it down. */
function liveUntil(release: string): number {
  const file = join(release, LIVE_UNTIL);
  return existsSync(file) ? Date.parse(readFileSync(file, 'utf8')) : statSync(release).mtimeMs;
}

const namesIn = (root: string): string[] =>
  existsSync(releasesOf(root))
    ? readdirSync(releasesOf(root))
        .filter((name) => /^\d[\dTZ-]+$/.test(name))
        .sort()
    : [];
const assetsOf = (release: string): string[] => JSON.parse(readFileSync(join(release, OWN_ASSETS), 'utf8')) as string[];
