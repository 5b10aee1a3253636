// Keeps a brotli and a gzip copy beside every text file, made once per content and reused by its hash.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isText } from '../../src/site/content-types.ts';
import { inLanes } from '../lanes.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const AT_ONCE = 4;
const DAY_MS = 86_400_000;
const KEEP_DAYS = 7;
/** Compressed last of all: scripts/dist-age.ts knows by it that an export was finished. */
const LAST = 'index.html';

/** Of brotli's qualities the best, at three times the work of the next, which makes about 1.5 % more bytes. */
const QUALITY = { best: 11, good: 10 } as const;

/**
 * Compresses a folder, those named in `others` a little less well; returns brotli sizes in bytes by path below it. `before` is where
 * the folder's files are that the last build made: copies that are still right are taken from there.
 */
export async function compressFolder(
  root: string,
  folder: string,
  others: ReadonlySet<string>,
  before: string | null = null,
): Promise<Map<string, number>> {
  const kept = join(root, '.cache', 'compressed');
  mkdirSync(kept, { recursive: true });
  const keep = keeper(kept);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => isText(file) && statSync(join(folder, file)).isFile(),
  );
  const sizes = new Map<string, number>();
  const compressOne = async (file: string): Promise<void> => {
    const name = await keep(readFileSync(join(folder, file)), others.has(file) ? QUALITY.good : QUALITY.best);
    // The mark is always new.
    const old = before !== null && file !== LAST ? join(before, file) : null;
    for (const ending of ['gz', 'br']) {
      const bytes = readFileSync(`${name}.${ending}`);
      place(bytes, `${join(folder, file)}.${ending}`, old && `${old}.${ending}`);
      sizes.set(file, bytes.length);
    }
  };
  await inLanes(
    files.filter((file) => file !== LAST),
    AT_ONCE,
    compressOne,
  );
  if (files.includes(LAST)) await compressOne(LAST);
  return sizes;
}

type Keep = (content: Buffer, quality: number) => Promise<string>;

/** To move a file is much less work than to make one and delete another. */
function place(bytes: Buffer, to: string, old: string | null): void {
  if (!old || !tryMove(old, to, bytes)) writeFileSync(to, bytes);
}

/** Whether `old` held just these bytes, and is now at `to`. */
function tryMove(old: string, to: string, bytes: Buffer): boolean {
  try {
    if (!existsSync(old) || !readFileSync(old).equals(bytes)) return false;
    renameSync(old, to);
    return true;
  } catch {
    // It lies on another disk, or another build has deleted it meanwhile.
    return false;
  }
}

/** Sees to it that the compressed copies of a content are kept in `folder`; answers their path without ending. */
function keeper(folder: string): Keep {
  // Two files with one content may come at the same time.
  const made = new Map<string, Promise<void>>();
  return async (content, quality) => {
    const name = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 32)}-${quality}`);
    const work = made.get(name) ?? (isKept(name) ? Promise.resolve() : compress(content, name, quality));
    made.set(name, work);
    await work;
    return name;
  };
}

/** Whether both copies are kept; as they are used, they stay for another week. */
function isKept(name: string): boolean {
  const [br, gz] = ['br', 'gz'].map((ending) => statSync(`${name}.${ending}`, { throwIfNoEntry: false }));
  if (!br || !gz) return false;
  const now = new Date();
  if (now.getTime() - Math.min(br.mtimeMs, gz.mtimeMs) > DAY_MS)
    for (const ending of ['br', 'gz']) utimesSync(`${name}.${ending}`, now, now);
  return true;
}

async function compress(content: Buffer, name: string, quality: number): Promise<void> {
  const text = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  putWhole(`${name}.gz`, await zip(content, { level: 9 }));
  putWhole(`${name}.br`, await brotli(content, { params: text }));
}

/** A build that is ended in between leaves no half copy, nor does another that makes the same one. */
function putWhole(file: string, bytes: Buffer): void {
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, bytes);
  renameSync(part, file);
}

/** Removes what no build has used for a while. */
export function forgetUnused(root: string): void {
  const kept = join(root, '.cache', 'compressed');
  const oldest = Date.now() - KEEP_DAYS * DAY_MS;
  for (const name of readdirSync(kept))
    if (statSync(join(kept, name)).mtimeMs < oldest) rmSync(join(kept, name), { force: true });
}
