// Keeps a brotli and a gzip copy beside every text file, made once per content and reused by its hash.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
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
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => isText(file) && statSync(join(folder, file)).isFile(),
  );
  const sizes = new Map<string, number>();
  await inLanes(files, AT_ONCE, async (file) => {
    sizes.set(file, await compressFile(join(folder, file), kept, others.has(file) ? QUALITY.good : QUALITY.best));
  });
  return sizes;
}

async function compressFile(file: string, kept: string, quality: number): Promise<number> {
  const content = readFileSync(file);
  const name = join(kept, `${createHash('sha256').update(content).digest('hex').slice(0, 32)}-${quality}`);
  if (!existsSync(`${name}.br`)) {
    const text = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${name}.gz`, await zip(content, { level: 9 }));
    writeFileSync(`${name}.br.part`, await brotli(content, { params: text }));
    renameSync(`${name}.br.part`, `${name}.br`);
  }
  const now = new Date();
  for (const ending of ['br', 'gz']) utimesSync(`${name}.${ending}`, now, now);
  copyFileSync(`${name}.br`, `${file}.br`);
  copyFileSync(`${name}.gz`, `${file}.gz`);
  return statSync(`${name}.br`).size;
}

/** Removes what no build has used for a while. */
export function forgetUnused(root: string): void {
  const kept = join(root, '.cache', 'compressed');
  const oldest = Date.now() - KEEP_DAYS * 86_400_000;
  for (const name of readdirSync(kept))
    if (statSync(join(kept, name)).mtimeMs < oldest) rmSync(join(kept, name), { force: true });
}
