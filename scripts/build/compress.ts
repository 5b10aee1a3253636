// Keeps a brotli and a gzip copy beside every text file, made once per content and cached by its hash.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '../../src/domain/content-types.ts';
import { DAY_MS } from '../../src/domain/durations.ts';
import { mapLimit } from '../map-limit.ts';
import type { Export } from './export.ts';
import { writeAtomically } from './write-atomically.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const AT_ONCE = 4;
const KEEP_DAYS = 7;

/** Brotli qualities: `good` takes a third of the time of `best` for about 1.5 % more bytes, `fast` a thirtieth for about 12 %. */
const QUALITY = { best: 11, good: 10, fast: 5 } as const;

export interface Compress {
  /** Puts the compressed copies of an export's texts beside them. */
  (files: readonly string[], quality?: keyof typeof QUALITY): Promise<void>;
  /** The brotli bytes of each file compressed so far, by path. */
  readonly sizes: ReadonlyMap<string, number>;
}

export function compressor(root: string, out: Export): Compress {
  const kept = join(root, '.cache', 'compressed');
  mkdirSync(kept, { recursive: true });
  const keep = keeper(kept);
  const sizes = new Map<string, number>();
  const compressAll = async (files: readonly string[], quality: keyof typeof QUALITY = 'best'): Promise<void> => {
    await mapLimit(files.filter(isCompressible), AT_ONCE, async (file) => {
      const name = await keep(out.read(file), QUALITY[quality]);
      const br = readFileSync(`${name}.br`);
      out.put(`${file}.gz`, readFileSync(`${name}.gz`));
      out.put(`${file}.br`, br);
      sizes.set(file, br.length);
    });
  };
  return Object.assign(compressAll, { sizes });
}

type Keep = (content: Buffer, quality: number) => Promise<string>;

/** Ensures that `folder` holds the compressed copies of a content; answers their path without extension. */
function keeper(folder: string): Keep {
  // Two files with the same content may arrive at the same time.
  const made = new Map<string, Promise<void>>();
  return async (content, quality) => {
    const name = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 32)}-${quality}`);
    const work = made.get(name) ?? (isKept(name) ? Promise.resolve() : compress(content, name, quality));
    made.set(name, work);
    await work;
    return name;
  };
}

/** Whether both copies are cached; using them extends their life by a week. */
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
  writeAtomically(`${name}.gz`, await zip(content, { level: 9 }));
  writeAtomically(`${name}.br`, await brotli(content, { params: text }));
}

/** Removes copies that no build has used for a while. */
export function removeUnused(root: string): void {
  const kept = join(root, '.cache', 'compressed');
  const oldest = Date.now() - KEEP_DAYS * DAY_MS;
  for (const name of readdirSync(kept))
    if (statSync(join(kept, name)).mtimeMs < oldest) rmSync(join(kept, name), { force: true });
}
