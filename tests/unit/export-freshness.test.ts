// The exports that a build makes again: missing, unfinished, or older than their sources.
import { linkSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeFinishMarker } from '#scripts/build/finish-marker';
import { weighedNiches, writeManifest } from '#scripts/build/manifest';
import type { PageWeight } from '#scripts/build/page-weight';
import type { Compression } from '#scripts/build/step-output';
import { NOT_EXPORTED, requireFreshExports, SHARED, staleNiches } from '#scripts/export-freshness';
import { type SmallExports, smallExports } from '../support/small-exports.ts';

let root = '';
let write: SmallExports['write'];
let build: SmallExports['build'];
const at = (path: string): string => join(root, path);
const remove = (path: string): void => rmSync(at(path), { recursive: true });
beforeEach(() => {
  ({ root, write, build } = smallExports());
});

const stale = (compression: Compression = 'whole'): string[] => staleNiches(root, compression).sort();

describe('sources', () => {
  test('nothing is made again without a change, nor for the server', () => {
    expect(stale()).toEqual([]);
    write('src/server/b.ts', 'edited', 9000);
    expect(stale()).toEqual([]);
  });

  test('the regions offered by forms make all again, though they belong to the server', () => {
    write('src/server/geo/places/NL.json', '{}');
    expect(stale()).toEqual(['one', 'two']);
  });

  test('an export that is compressed fast is made again for visitors, and is fresh for tests', () => {
    build(['one'], undefined, 'fast');
    expect(stale('fast')).toEqual([]);
    expect(stale('whole')).toEqual(['one']);
    expect(() => requireFreshExports(root)).not.toThrow();
  });

  test('a new modification time alone makes nothing again, as after a checkout', () => {
    write('src/a.ts', '', 9000);
    write('niches/one/niche.json', '', 10);
    expect(stale()).toEqual([]);
  });

  test.each<[string, () => void]>([
    ['edited', () => write('niches/one/niche.json', '{}', 9000)],
    ['edited, with an old time', () => write('niches/one/niche.json', '{}', 10)],
    ['edited to the same size', () => write('niches/one/pages/house.en.md', 'B')],
    ['deleted', () => remove('niches/one/pages/house.en.md')],
    ['renamed', () => renameSync(at('niches/one/pages/house.en.md'), at('niches/one/pages/home.en.md'))],
    ['added, with an old time', () => write('niches/one/public/old.avif', '', 10)],
  ])('a file %s in a niche’s folder makes this niche again, and no other', (_, change) => {
    change();
    expect(stale()).toEqual(['one']);
    build(['one']);
    expect(stale()).toEqual([]);
  });

  test.each<[string, () => void]>([
    ['edited', () => write('src/a.ts', 'edited')],
    ['deleted', () => remove('public/d.png')],
    ['deleted in a folder that only has the server’s name', () => remove('locales/en/server/c.json')],
    ['deleted with its folder', () => remove('locales')],
  ])('a shared file %s makes all again', (_, change) => {
    change();
    expect(stale()).toEqual(['one', 'two']);
  });

  test('a change during a build is made again', () => {
    build(['one', 'two'], () => write('niches/two/niche.json', 'edited', 9000));
    expect(stale()).toEqual(['two']);
    build(['one', 'two'], () => remove('public/d.png'));
    expect(stale()).toEqual(['one', 'two']);
  });

  test('the code of a build imports nothing but sources', () => {
    const files = readdirSync('scripts/build').map((name) => join('scripts/build', name));
    const imported = [...files, 'astro.config.mjs'].filter((file) => /\.m?[jt]s$/.test(file)).flatMap(importedBy);
    const isSource = (path: string): boolean =>
      SHARED.some((source) => path === source || path.startsWith(`${source}/`)) && !path.startsWith(`${NOT_EXPORTED}/`);
    expect(imported.length).toBeGreaterThan(50);
    expect(imported.filter((path) => !isSource(path))).toEqual([]);
  });
});

/** The project's own files that a file imports, as paths from its root. */
function importedBy(file: string): string[] {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?) ?'([.#][^']+)'/g)].map(([, name = '']) => {
    const [part = '', ...rest] = name.split('/');
    const folder = imports[`${part}/*`];
    return name.startsWith('#') && folder ? normalize(folder.replace('*', rest.join('/'))) : join(dirname(file), name);
  });
}

describe('exports', () => {
  test('tests of an export refuse an outdated one', () => {
    expect(() => requireFreshExports(root)).not.toThrow();
    write('niches/one/niche.json', 'edited');
    expect(() => requireFreshExports(root)).toThrow('The export is older than its sources: run "npm run build". (one)');
  });

  test.each<[string, () => void]>([
    ['was not finished', () => removeFinishMarker(root, 'one')],
    ['lost its pages', () => remove('dist/one')],
    ['lost its headers', () => remove('dist/hosting/one/headers.json')],
    ['is not in the manifest', () => write('dist/manifest.json', JSON.stringify({ pages: [{ niche: 'two' }] }))],
  ])('a niche that %s is made again', (_, lose) => {
    lose();
    expect(stale()).toEqual(['one']);
  });

  test('a missing or broken manifest makes all again, until each is in it', () => {
    write('dist/manifest.json', '{"pages":[');
    expect(stale()).toEqual(['one', 'two']);
    remove('dist/manifest.json');
    build(['two']);
    expect(stale()).toEqual(['one']);
  });

  test('the next build of any niche removes a deleted one from the manifest and dist/', () => {
    remove('niches/one');
    build(['two']);
    expect([...weighedNiches(root)]).toEqual(['two']);
    expect([readdirSync(at('dist')).sort(), readdirSync(at('dist/hosting'))]).toEqual([
      ['hosting', 'manifest.json', 'two'],
      ['two'],
    ]);
  });

  test('the manifest has the niches in order, and readers never see half of it', () => {
    const before = readFileSync(at('dist/manifest.json'), 'utf8');
    linkSync(at('dist/manifest.json'), at('read'));
    writeManifest(root, [{ niche: 'one', html: 1 } as PageWeight]);
    expect([...weighedNiches(root)]).toEqual(['one', 'two']);
    // A reader with the old file open continues to read that.
    expect(readFileSync(at('read'), 'utf8')).toBe(before);
  });
});
