// Keeps a brotli and a gzip copy beside every text file, made once per content and reused by its hash.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isText } from '../../src/site/content-types.ts';
import { inLanes } from '../lanes.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const AT_ONCE = 4;
const KEEP_DAYS = 7;

/** Of brotli's qualities the best, at three times the work of the next, which makes about 1.5 % more bytes. */
const QUALITY = { best: 11, good: 10 } as const;

/** Compresses a folder, those named in `others` a little less well; returns brotli sizes in bytes by path below it. */
export async function compressFolder(
  root: string,
  folder: string,
  others: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const kept = join(root, '.cache', 'compressed');
  mkdirSync(kept, { recursive: true });
  const keep = keeper(kept);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => isText(file) && statSync(join(folder, file)).isFile(),
  );
  const sizes = new Map<string, number>();
  await inLanes(files, AT_ONCE, async (file) => {
    sizes.set(file, await compressFile(join(folder, file), keep, others.has(file) ? QUALITY.good : QUALITY.best));
  });
  return sizes;
}

type Keep = (content: Buffer, quality: number) => Promise<string>;

async function compressFile(file: string, keep: Keep, quality: number): Promise<number> {
  const name = await keep(await readFile(file), quality);
  const now = new Date();
  await Promise.all(
    ['br', 'gz'].flatMap((ending) => [
      utimes(`${name}.${ending}`, now, now),
      place(`${name}.${ending}`, `${file}.${ending}`),
    ]),
  );
  return (await stat(`${name}.br`)).size;
}

/** Sees to it that the compressed copies of a content are kept in `folder`; answers their path without ending. */
function keeper(folder: string): Keep {
  // Two files with one content may come at the same time.
  const made = new Map<string, Promise<void>>();
  return async (content, quality) => {
    const name = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 32)}-${quality}`);
    const work = made.get(name) ?? (existsSync(`${name}.br`) ? Promise.resolve() : compress(content, name, quality));
    made.set(name, work);
    await work;
    return name;
  };
}

async function compress(content: Buffer, name: string, quality: number): Promise<void> {
  const text = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${name}.gz`, await zip(content, { level: 9 }));
  await writeFile(`${name}.br.part`, await brotli(content, { params: text }));
  await rename(`${name}.br.part`, `${name}.br`);
}

/** Both names stand for one file, since neither is ever written into; a copy where the cache is on another disk. */
async function place(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/** Removes what no build has used for a while. */
export function forgetUnused(root: string): void {
  const kept = join(root, '.cache', 'compressed');
  const oldest = Date.now() - KEEP_DAYS * 86_400_000;
  for (const name of readdirSync(kept))
    if (statSync(join(kept, name)).mtimeMs < oldest) rmSync(join(kept, name), { force: true });
}
