// The exports that a build makes again: missing, unfinished, or older than their sources.
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { weighedNiches, writeManifest } from '#scripts/build/manifest';
import type { PageWeight } from '#scripts/build/page-weight';
import { removeFinishMarker } from '#scripts/build/finish-marker';
import type { Compression } from '#scripts/build/step-output';
import {
  markFinished,
  NOT_EXPORTED,
  requireFreshExports,
  SHARED,
  sourcesOf,
  staleNiches,
  staleServed,
} from '#scripts/export-freshness';
import { publish, rollBack } from '#scripts/releases';

let root = '';
const at = (path: string): string => join(root, path);
const remove = (path: string): void => rmSync(at(path), { recursive: true });
function write(path: string, content = '', seconds = 1000): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
  utimesSync(at(path), seconds, seconds);
}
/** Acts as a build; `meanwhile` changes files while it runs. */
function build(niches: readonly string[], meanwhile?: () => void, compression: Compression = 'whole'): void {
  const sources = sourcesOf(root);
  meanwhile?.();
  for (const niche of niches) {
    removeFinishMarker(root, niche);
    write(`dist/${niche}/index.html`);
    write(`dist/hosting/${niche}/headers.json`);
    writeManifest(root, [{ niche } as PageWeight]);
    markFinished(root, niche, sources, compression);
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dist-age-'));
  for (const path of ['src/a.ts', 'src/server/b.ts', 'locales/en/server/c.json', 'public/d.png', 'package-lock.json'])
    write(path);
  for (const niche of ['one', 'two'])
    for (const path of ['niche.json', 'pages/house.en.md', 'public/hero.avif'])
      write(`niches/${niche}/${path}`, path === 'pages/house.en.md' ? 'A' : '');
  build(['two', 'one']);
});
afterEach(() => rmSync(root, { recursive: true }));

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

describe('what a server serves', () => {
  const served = (...niches: string[]) => {
    const { stale, cureOf, isWanted } = staleServed(root, niches);
    return { stale, cure: cureOf(stale), isWanted };
  };
  const deploy = (hour: number): void => void publish(root, new Date(Date.UTC(2027, 0, 1, hour)));

  test('without a release it is the export, of the niches that are served only', () => {
    write('niches/one/niche.json', 'edited');
    expect(served('one', 'two')).toEqual({ stale: ['one'], cure: 'run "npm run build one".', isWanted: false });
    expect(served('two').stale).toEqual([]);
    build(['one']);
    expect(served('one', 'two').stale).toEqual([]);
  });

  test('with a release it is that, also when the export has been made again since', () => {
    deploy(1);
    write('src/a.ts', 'edited');
    build(['one', 'two']);
    expect(stale()).toEqual([]);
    expect(served('one', 'two')).toEqual({ stale: ['one', 'two'], cure: 'run "npm run deploy".', isWanted: false });
    deploy(2);
    expect(served('one', 'two').stale).toEqual([]);
  });

  test('an older release is wanted after a rollback, and no more after the next deployment', () => {
    deploy(1);
    write('niches/two/niche.json', 'edited');
    build(['two']);
    deploy(2);
    rollBack(root);
    expect(served('one', 'two')).toMatchObject({ stale: ['two'], isWanted: true });
    deploy(3);
    expect(served('one', 'two')).toMatchObject({ stale: [], isWanted: false });
    write('niches/two/niche.json', 'edited again');
    expect(served('one', 'two')).toMatchObject({ stale: ['two'], isWanted: false });
  });

  test('a niche that the release lacks is missing', () => {
    deploy(1);
    write('niches/three/niche.json');
    expect(served('one', 'three').stale).toEqual(['three']);
  });
});
