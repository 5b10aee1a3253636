// Locks a folder against a second process: the embedded database takes no lock and would lose rows silently.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Thrown when the folder is in use. Its message is for the operator. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

interface Owner {
  readonly pid: number;
  /** Start of the process: a restarted container reuses process ids. */
  readonly since: number;
  /** Boot of the machine and start time of the process, where the system provides them. */
  readonly birth: string | null;
}

/**
 * Attempts to take the lock, the delay between them, and the maximum age of another process's attempt, in milliseconds.
 */
const MAX_ATTEMPTS = 30;
const RETRY_DELAY_MS = 20;
const MAX_TURN_MS = 5000;

/**
 * Takes the lock file beside `folder` and returns the function that releases it. A stale lock is replaced; a live one
 * throws FolderInUse with the message of `describeOwner` for its process id.
 */
export function lockFolder(folder: string, describeOwner: (pid: number) => string): () => void {
  const path = `${folder.replace(/\/+$/, '')}.lock`;
  mkdirSync(dirname(path), { recursive: true });
  const self: Owner = { pid: process.pid, since: Math.round(performance.timeOrigin), birth: birthOf(process.pid) };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (create(path, self)) return () => release(path, self);
    removeIfStale(path, self, describeOwner);
  }
  throw new FolderInUse(`The folder ${folder} is being taken by another process right now; start again in a moment.`);
}

function create(path: string, owner: Owner): boolean {
  // Written to a temporary file and linked: a lock without its contents would look stale.
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes a stale lock; throws FolderInUse for a live one. Only one process at a time does this. */
function removeIfStale(path: string, self: Owner, describeOwner: (pid: number) => string): void {
  const turn = `${path}.turn`;
  if (!acquireTurn(turn)) return;
  try {
    const owner = read(path);
    // Released or replaced a moment ago: removing it now could remove the lock of the next process.
    if (owner === undefined) return;
    if (owner && isAlive(owner, self)) throw new FolderInUse(describeOwner(owner.pid));
    rmSync(path, { force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

/** Waits shortly for another process's attempt; the attempt of a crashed process expires. */
function acquireTurn(turn: string): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
  const startedAt = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (performance.timeOrigin + performance.now() - startedAt > MAX_TURN_MS)
    rmSync(turn, { recursive: true, force: true });
  return false;
}

function isAlive(owner: Owner, self: Owner): boolean {
  if (owner.pid === self.pid) return owner.since === self.since;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false;
  }
  // The process id may have been reused. Without a start time to compare, the process counts as the owner.
  const birth = birthOf(owner.pid);
  return birth === null || owner.birth === null || birth === owner.birth;
}

/** Boot id and start time (clock ticks) of a process, from Linux's /proc; null elsewhere. Zombies count as ended. */
function birthOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields follow the name in brackets, which may contain any character.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /[ZX]/.test(state) ? 'ended' : `${boot} ${fields[18]}`;
  } catch {
    return null;
  }
}

/** The owner of a lock file; null when it is unreadable, undefined when it does not exist. */
function read(path: string): Owner | null | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { pid, since, birth } = value as Partial<Owner>;
    if (typeof pid !== 'number' || typeof since !== 'number') return null;
    return { pid, since, birth: typeof birth === 'string' ? birth : null };
  } catch (error) {
    return isCode(error, 'ENOENT') ? undefined : null;
  }
}

function release(path: string, self: Owner): void {
  const owner = read(path);
  if (owner?.pid === self.pid && owner.since === self.since) rmSync(path, { force: true });
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
