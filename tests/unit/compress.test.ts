// Compressed copies: made once per content, and again only for changed content.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressor, removeUnused } from '#scripts/build/compress';
import { beginExport } from '#scripts/build/export';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compress-'));
  mkdirSync(join(root, 'site', 'de'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => writeFileSync(join(root, 'site', path), text);
const kept = (): string[] => readdirSync(join(root, '.cache', 'compressed'));
/** Compresses the files of a folder, as if a build had just written them. */
async function compress(folder = 'site'): Promise<ReadonlyMap<string, number>> {
  const out = beginExport(join(root, folder));
  for (const path of readdirSync(out.folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !/\.(br|gz)$/.test(each.name))
    .map((each) => relative(out.folder, join(each.parentPath, each.name))))
    out.put(path, readFileSync(join(out.folder, path)));
  const compress = compressor(root, out);
  const isOther = (path: string): boolean => path === 'b.html';
  const all = out.paths();
  await compress(all.filter(isOther), 'good');
  await compress(all.filter((path) => !isOther(path)));
  out.sweep();
  return compress.sizes;
}

test('every text file gets both copies, other files get none, and the sizes are those of brotli', async () => {
  write('a.html', 'first '.repeat(200));
  write('de/a.css', 'second '.repeat(200));
  write('picture.avif', 'not text');
  const sizes = await compress();
  expect([...sizes.keys()].sort()).toEqual(['a.html', 'de/a.css']);
  const brotli = readFileSync(join(root, 'site', 'a.html.br'));
  expect(sizes.get('a.html')).toBe(brotli.length);
  expect(brotliDecompressSync(brotli).toString()).toBe('first '.repeat(200));
  expect(gunzipSync(readFileSync(join(root, 'site', 'de/a.css.gz'))).toString()).toBe('second '.repeat(200));
  expect(readdirSync(join(root, 'site')).filter((name) => name.startsWith('picture'))).toEqual(['picture.avif']);
});

test('a rebuild compresses only changed files, and the same content once', async () => {
  write('a.html', 'same');
  write('c.html', 'same');
  write('b.html', 'other');
  await compress();
  const before = kept();
  expect(before).toHaveLength(2 * 2);
  write('b.html', 'edited');
  await compress();
  const added = kept().filter((name) => !before.includes(name));
  expect(added).toHaveLength(2);
  expect(brotliDecompressSync(readFileSync(join(root, 'site', 'b.html.br'))).toString()).toBe('edited');
  write('b.html', 'other');
  await compress();
  expect(brotliDecompressSync(readFileSync(join(root, 'site', 'b.html.br'))).toString()).toBe('other');
  expect(kept()).toHaveLength(3 * 2);
});

test('one export leaves the files of another unchanged, even with the same content', async () => {
  mkdirSync(join(root, 'other'));
  write('a.html', 'same');
  writeFileSync(join(root, 'other', 'b.html'), 'same');
  await compress();
  const made = join(root, 'site', 'a.html.br');
  const longAgo = new Date(Date.now() - 3 * 86_400_000);
  for (const name of kept()) utimesSync(join(root, '.cache', 'compressed', name), longAgo, longAgo);
  utimesSync(made, longAgo, longAgo);
  await compress('other');
  expect(statSync(made).mtimeMs).toBe(longAgo.getTime());
  appendFileSync(made, 'written into');
  await compress('other');
  expect(brotliDecompressSync(readFileSync(join(root, 'other', 'b.html.br'))).toString()).toBe('same');
});

test('copies that no build has used for a week are deleted', async () => {
  write('a.html', 'old');
  await compress();
  const [first = ''] = kept();
  const weekAgo = new Date(Date.now() - 8 * 86_400_000);
  for (const name of kept()) utimesSync(join(root, '.cache', 'compressed', name), weekAgo, weekAgo);
  write('b.html', 'new');
  rmSync(join(root, 'site', 'a.html'));
  await compress();
  removeUnused(root);
  expect(kept()).toHaveLength(2);
  expect(kept()).not.toContain(first);
  await compress();
  removeUnused(root);
  expect(kept()).toHaveLength(2);
});
