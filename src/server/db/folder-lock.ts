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
const TRIES = 30;
const TURN_MS = 20;
const LONGEST_TURN_MS = 5000;

/**
 * Takes the lock file beside `folder` and returns what gives it back. A lock whose process is gone is taken over;
 * one whose process lives throws FolderInUse, which says what `inUse` makes of that process's number.
 */
export function lockFolder(folder: string, inUse: (pid: number) => string): () => void {
  const path = `${folder.replace(/\/+$/, '')}.lock`;
  mkdirSync(dirname(path), { recursive: true });
  const mine: Owner = { pid: process.pid, since: Math.round(performance.timeOrigin), birth: birthOf(process.pid) };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (create(path, mine)) return () => release(path, mine);
    removeIfStale(path, mine, inUse);
  }
  throw new FolderInUse(`The folder ${folder} is being taken by another process right now; start again in a moment.`);
}

function create(path: string, owner: Owner): boolean {
  // Written aside and linked whole: a lock seen before its owner is written would look stale.
  const whole = `${path}.${process.pid}.new`;
  writeFileSync(whole, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(whole, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** Removes the lock of a process that is gone; throws FolderInUse for one that lives. One process at a time does this. */
function removeIfStale(path: string, mine: Owner, inUse: (pid: number) => string): void {
  const turn = `${path}.turn`;
  if (!takeTurn(turn)) return;
  try {
    const owner = read(path);
    // Given back or taken over a moment ago; removing it now might hit the lock of whoever comes next.
    if (owner === undefined) return;
    if (owner && lives(owner, mine)) throw new FolderInUse(inUse(owner.pid));
    rmSync(path, { force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

/** Waits a moment for another starter to be done; whoever died in the middle of its turn is not waited for. */
function takeTurn(turn: string): boolean {
  try {
    mkdirSync(turn);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TURN_MS);
  const began = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (performance.timeOrigin + performance.now() - began > LONGEST_TURN_MS)
    rmSync(turn, { recursive: true, force: true });
  return false;
}

function lives(owner: Owner, mine: Owner): boolean {
  if (owner.pid === mine.pid) return owner.since === mine.since;
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

function release(path: string, mine: Owner): void {
  const owner = read(path);
  if (owner?.pid === mine.pid && owner.since === mine.since) rmSync(path, { force: true });
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
