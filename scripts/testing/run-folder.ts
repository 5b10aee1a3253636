// The temporary folder of a test run. Everything that a run starts inherits its path in TMPDIR, so what an interrupted
// run left behind can be found.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRunning } from '../child.ts';

const PREFIX = 'matchloom-tests-';
/** How long a process gets to end in order. */
const GRACE_MS = 5000;
const STEP_MS = 50;

/** Where copies of the project are, below its root; each run has a folder of its own there. */
export const COPIES = join('.cache', 'copies');
/** Where browser tests put pictures and downloads; each run has a folder of its own there, until the next one. */
export const RESULTS = 'test-results';

/**
 * Runs `work` with the path of a new folder. At the end, and when `work` fails, ends the processes that still run in
 * it and removes it. Begins with what runs left that were killed, and with the results of those that have ended.
 */
export async function inRunFolder<T>(root: string, work: (folder: string) => Promise<T>): Promise<T> {
  const left = [tmpdir(), join(root, COPIES)].flatMap(leftIn);
  for (const name of new Set(left)) await clean(root, join(tmpdir(), name));
  for (const name of leftIn(join(root, RESULTS))) remove(join(root, RESULTS, name));
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user, in a folder of its own inside.
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await clean(root, folder);
  }
}

/** Names of folders of runs that have ended without removing them. */
function leftIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent).filter((name) => {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid)) && isOurs(join(parent, name));
  });
}

function isOurs(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  return info !== undefined && info.uid === process.getuid?.();
}

async function clean(root: string, folder: string): Promise<void> {
  await endProcessesIn(folder);
  for (const path of [folder, join(root, COPIES, basename(folder))]) remove(path);
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });

/** Asks all processes of the run to end, and ends those that do not. Systems without /proc have to do without. */
export async function endProcessesIn(folder: string): Promise<void> {
  for (const pid of processesIn(folder)) end(pid, 'SIGTERM');
  for (let waited = 0; processesIn(folder).length > 0 && waited < GRACE_MS; waited += STEP_MS)
    await setTimeout(STEP_MS);
  for (const pid of processesIn(folder)) end(pid, 'SIGKILL');
}

function processesIn(folder: string): number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && environmentOf(pid).includes(`TMPDIR=${folder}`));
}

/** Empty for a process of another user, and for one that has just ended. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
