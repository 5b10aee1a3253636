// A niche's export over the previous one: unchanged files stay, the rest is replaced at the end or deleted.
import {
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
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginExport } from '#scripts/build/export';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'export-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const LONG_AGO = new Date(1_000_000_000_000);
const at = (path: string): string => join(root, 'site', path);
const isUntouched = (path: string): boolean => statSync(at(path)).mtimeMs === LONG_AGO.getTime();

function put(files: Readonly<Record<string, string | Buffer>>): string[] {
  const out = beginExport(join(root, 'site'));
  for (const [path, content] of Object.entries(files)) out.put(path, content);
  out.sweep();
  return out.paths();
}

test('equal files stay untouched, different ones are replaced, and nothing else is left', () => {
  const first = {
    'index.html': 'one',
    'de/login/index.html': 'a long text',
    'de/gone/far/index.html': 'x',
    'p.avif': Buffer.of(0, 255),
  };
  expect(put(first).sort()).toEqual(Object.keys(first).sort());
  for (const path of Object.keys(first)) utimesSync(at(path), LONG_AGO, LONG_AGO);
  put({ 'index.html': 'one', 'de/login/index.html': 'short', 'p.avif': Buffer.of(0, 255), 'new/index.html': 'ä' });
  expect(['index.html', 'p.avif', 'de/login/index.html'].map(isUntouched)).toEqual([true, true, false]);
  expect(readFileSync(at('de/login/index.html'), 'utf8')).toBe('short');
  expect(readFileSync(at('new/index.html'), 'utf8')).toBe('ä');
  expect(readdirSync(at('de'))).toEqual(['login']);
});

test('concurrent readers find the old files complete: all changes take effect at the end', () => {
  const old = { 'index.html': 'old', 'index.html.br': 'old br', 'own.txt': 'its own' };
  put(old);
  const out = beginExport(join(root, 'site'));
  const texts = (): string[] => Object.keys(old).map((path) => readFileSync(at(path), 'utf8'));
  out.put('index.html', 'new and longer');
  out.put('index.html.br', 'new br');
  out.put('own.txt', 'everybody’s');
  out.put('own.txt', 'its own');
  out.put('script.js', 'new');
  expect([texts(), readFileSync(at('script.js'), 'utf8')]).toEqual([Object.values(old), 'new']);
  expect(['index.html', 'own.txt', 'script.js'].map((path) => out.read(path).toString())).toEqual([
    'new and longer',
    'its own',
    'new',
  ]);
  out.sweep();
  expect(texts()).toEqual(['new and longer', 'new br', 'its own']);
  expect(readdirSync(at('')).sort()).toEqual([...Object.keys(old), 'script.js']);
});

test('a folder’s files are put with their paths, later ones over earlier ones', () => {
  mkdirSync(join(root, 'from', 'fonts'), { recursive: true });
  writeFileSync(join(root, 'from', 'fonts', 'a.woff2'), 'font');
  writeFileSync(join(root, 'from', 'b.txt'), 'its own');
  for (const folder of ['.well-known', '.prerender']) mkdirSync(join(root, 'from', folder));
  for (const path of ['.gitkeep', 'fonts/.DS_Store', '.well-known/app.json', '.prerender/entry.mjs'])
    writeFileSync(join(root, 'from', path), 'x');
  const out = beginExport(join(root, 'site'));
  out.put('b.txt', 'everybody’s, and longer');
  out.putFolder(join(root, 'from'));
  out.sweep();
  expect([readFileSync(at('fonts/a.woff2'), 'utf8'), readFileSync(at('b.txt'), 'utf8')]).toEqual(['font', 'its own']);
  expect(out.paths().sort()).toEqual(['.well-known/app.json', 'b.txt', 'fonts/a.woff2']);
});

test('an interrupted build is completed by the next', () => {
  put({ 'a.html': 'a', 'b.html': 'b' });
  writeFileSync(at('a.html'), 'ha');
  rmSync(at('b.html'));
  put({ 'a.html': 'a', 'b.html': 'b' });
  expect([readFileSync(at('a.html'), 'utf8'), readFileSync(at('b.html'), 'utf8')]).toEqual(['a', 'b']);
  beginExport(join(root, 'site')).put('a.html', 'never brought to its place');
  put({ 'a.html': 'a' });
  expect(readdirSync(at(''))).toEqual(['a.html']);
});
