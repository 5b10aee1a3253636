// Compressed copies: made once per content, and made anew only for what has changed.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compressFolder, forgetUnused } from '#scripts/build/compress';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compress-'));
  mkdirSync(join(root, 'site', 'de'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => writeFileSync(join(root, 'site', path), text);
const kept = (): string[] => readdirSync(join(root, '.cache', 'compressed'));
const compress = (): Promise<Map<string, number>> => compressFolder(root, join(root, 'site'), new Set(['b.html']));

test('every text file gets both copies, whatever else there is gets none, and the sizes are the brotli ones', async () => {
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

test('a rebuild compresses only what has changed, and the same content once', async () => {
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

test('a finished export is known by its front page, which is compressed when everything else is', async () => {
  for (const name of ['a', 'z']) write(`${name}.html`, `${name} `.repeat(200_000));
  write('index.html', 'little, so that it would be compressed first');
  const made: string[] = [];
  const watcher = watch(join(root, 'site'), (_, name) => name?.endsWith('.br') && made.push(name));
  await compress();
  await vi.waitFor(() => expect(made).toContain('index.html.br'));
  watcher.close();
  expect(new Set(made.slice(0, made.indexOf('index.html.br')))).toEqual(new Set(['a.html.br', 'z.html.br']));
});

test('one export leaves the files of another alone, also where they have the same content', async () => {
  mkdirSync(join(root, 'other'));
  write('a.html', 'same');
  writeFileSync(join(root, 'other', 'b.html'), 'same');
  await compress();
  const made = join(root, 'site', 'a.html.br');
  const longAgo = new Date(Date.now() - 3 * 86_400_000);
  for (const name of kept()) utimesSync(join(root, '.cache', 'compressed', name), longAgo, longAgo);
  utimesSync(made, longAgo, longAgo);
  await compressFolder(root, join(root, 'other'), new Set());
  expect(statSync(made).mtimeMs).toBe(longAgo.getTime());
  appendFileSync(made, 'written into');
  await compressFolder(root, join(root, 'other'), new Set());
  expect(brotliDecompressSync(readFileSync(join(root, 'other', 'b.html.br'))).toString()).toBe('same');
});

test('what no build has used for a week is forgotten', async () => {
  write('a.html', 'old');
  await compress();
  const [first = ''] = kept();
  const weekAgo = new Date(Date.now() - 8 * 86_400_000);
  for (const name of kept()) utimesSync(join(root, '.cache', 'compressed', name), weekAgo, weekAgo);
  write('b.html', 'new');
  rmSync(join(root, 'site', 'a.html'));
  await compress();
  forgetUnused(root);
  expect(kept()).toHaveLength(2);
  expect(kept()).not.toContain(first);
  await compress();
  forgetUnused(root);
  expect(kept()).toHaveLength(2);
});

test('copies that are still right are moved from the last export, others and the mark are made anew', async () => {
  for (const name of ['a', 'b', 'index']) write(`${name}.html`, `${name} `.repeat(200));
  await compress();
  renameSync(join(root, 'site'), join(root, 'before'));
  const inodeOf = (path: string): number => statSync(join(root, path)).ino;
  const old = ['a', 'b', 'index'].map((name) => inodeOf(`before/${name}.html.br`));
  mkdirSync(join(root, 'site'));
  for (const name of ['a', 'index']) write(`${name}.html`, `${name} `.repeat(200));
  write('b.html', 'new '.repeat(200));
  const sizes = await compressFolder(root, join(root, 'site'), new Set(['b.html']), join(root, 'before'));
  const isMoved = ['a', 'b', 'index'].map((name, at) => inodeOf(`site/${name}.html.br`) === old[at]);
  expect(isMoved).toEqual([true, false, false]);
  for (const name of ['a', 'index'])
    expect(unpacked(`${name}.html`)).toEqual([`${name} `.repeat(200), `${name} `.repeat(200)]);
  expect(unpacked('b.html')).toEqual(['new '.repeat(200), 'new '.repeat(200)]);
  expect(sizes.get('a.html')).toBe(statSync(join(root, 'site', 'a.html.br')).size);
});

const unpacked = (file: string): string[] => [
  brotliDecompressSync(readFileSync(join(root, 'site', `${file}.br`))).toString(),
  gunzipSync(readFileSync(join(root, 'site', `${file}.gz`))).toString(),
];
