// Keeps a second process off a folder: an embedded database takes no lock itself and would lose rows silently.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Thrown when the folder is in use; its message is the one line an operator reads. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

interface Owner {
  readonly pid: number;
  /** When the process started: a restarted container has the same process number again. */
  readonly since: number;
  /** Which start of the machine and which moment of it the process was born in, where the system says so. */
  readonly birth: string | null;
}

/** How often a starter looks again while others take their turn, how long it waits in between, how long a turn can last. */
const MAX_ATTEMPTS = 30;
const RETRY_DELAY_MS = 20;
const MAX_TURN_MS = 5000;

/**
 * Takes the lock file beside `folder` and returns what gives it back. A lock whose process is gone is taken over;
 * one whose process lives throws FolderInUse, which says what `inUse` makes of that process's number.
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
  // Written aside and linked whole: a lock seen before its owner is written would look stale.
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

/** Removes the lock of a process that is gone; throws FolderInUse for one that lives. One process at a time does this. */
function removeIfStale(path: string, self: Owner, describeOwner: (pid: number) => string): void {
  const turn = `${path}.turn`;
  if (!acquireTurn(turn)) return;
  try {
    const owner = read(path);
    // Given back or taken over a moment ago; removing it now might hit the lock of whoever comes next.
    if (owner === undefined) return;
    if (owner && isAlive(owner, self)) throw new FolderInUse(describeOwner(owner.pid));
    rmSync(path, { force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

/** Waits a moment for another starter to be done; whoever died in the middle of its turn is not waited for. */
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
  // The number may belong to another process by now; without a birth to compare it counts as the same one.
  const birth = birthOf(owner.pid);
  return birth === null || owner.birth === null || birth === owner.birth;
}

/**
 * The machine's start and the process's moment in it (clock ticks), from Linux's /proc; null elsewhere. One that has
 * ended, but that its parent has not looked after yet, was never born.
 */
function birthOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted after the name, which is in brackets and may hold anything.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /[ZX]/.test(state) ? 'ended' : `${boot} ${fields[18]}`;
  } catch {
    return null;
  }
}

/** Whose lock it is; null when it does not say, undefined when there is none. */
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
