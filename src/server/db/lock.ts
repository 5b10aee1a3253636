// Keeps a second process off an embedded database folder, which takes no lock itself and would lose rows silently.
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Thrown when the folder is in use; its message is the one line an operator reads. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

interface Owner {
  readonly pid: number;
  /** When the process started: a restarted container has the same process number again. */
  readonly since: number;
}

/**
 * Takes the lock file beside `folder` and returns what gives it back. A lock whose process is gone is taken over;
 * one whose process lives throws FolderInUse.
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder.replace(/\/+$/, '')}.lock`;
  mkdirSync(dirname(path), { recursive: true });
  const mine: Owner = { pid: process.pid, since: Math.round(performance.timeOrigin) };
  for (let tries = 0; tries < 3; tries += 1) {
    if (create(path, mine)) return () => release(path, mine);
    removeIfStale(path, folder, mine);
  }
  throw new FolderInUse(
    `The data folder ${folder} is being taken by another process right now; start again in a moment.`,
  );
}

function create(path: string, owner: Owner): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, JSON.stringify(owner));
    closeSync(file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeIfStale(path: string, folder: string, mine: Owner): void {
  const owner = read(path);
  if (owner && lives(owner, mine)) throw inUse(folder, owner);
  // Renamed before it is judged for good, so that two starters cannot both remove it.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = read(aside);
  if (moved && lives(moved, mine)) {
    linkSync(aside, path);
    rmSync(aside, { force: true });
    throw inUse(folder, moved);
  }
  rmSync(aside, { force: true });
}

const inUse = (folder: string, owner: Owner): FolderInUse =>
  new FolderInUse(
    `The data folder ${folder} is in use by process ${owner.pid}; stop that one first, or set DATA_DIR to another folder.`,
  );

function lives(owner: Owner, mine: Owner): boolean {
  if (owner.pid === mine.pid) return owner.since === mine.since;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function read(path: string): Owner | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { pid, since } = value as Partial<Owner>;
    return typeof pid === 'number' && typeof since === 'number' ? { pid, since } : null;
  } catch {
    return null;
  }
}

function release(path: string, mine: Owner): void {
  const owner = read(path);
  if (owner?.pid === mine.pid && owner.since === mine.since) rmSync(path, { force: true });
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
