// The cache of a build: complete files only, invalidated when their source or generator changes.
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawPreviews } from '#scripts/build/previews';
import { writeAtomically } from '#scripts/build/write-atomically';
import { compileStyles } from '#scripts/build/styles';
import type { Site } from '#site/load';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keeps-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (path: string): string => join(root, path);
function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}
const text = (path: string): string => readFileSync(at(path), 'utf8');

/** Replaces a file by a dangling link: writing in place would follow it, an atomic write replaces it. */
function linkInPlaceOf(path: string): void {
  rmSync(at(path));
  symlinkSync(at('nowhere'), at(path));
}
const isWhole = (path: string): boolean => lstatSync(at(path)).isFile() && !readdirSync(root).includes('nowhere');

test('a file replaces another atomically, and nothing is left beside it', () => {
  write('folder/a', 'first, and longer');
  linkInPlaceOf('folder/a');
  writeAtomically(at('folder/a'), 'second');
  expect([text('folder/a'), isWhole('folder/a'), readdirSync(at('folder'))]).toEqual(['second', true, ['a']]);
});

describe('styles', () => {
  beforeEach(() => {
    write('package-lock.json', '{}');
    write('src/styles/public.scss', '.a { color: $own; }');
    write('niches/made/_variables.scss', '$own: red;');
    write('niches/made/_overrides.scss', '');
  });
  const compile = (): string => compileStyles(root, 'made', 'public');
  const kept = (): string[] => readdirSync(at('.cache/css'));

  test('are compiled once, and again when a sheet or a package changes', () => {
    expect([compile(), compile(), kept().length]).toEqual(['.a{color:red}', '.a{color:red}', 1]);
    write('niches/made/_variables.scss', '$own: blue;');
    expect([compile(), kept().length]).toEqual(['.a{color:blue}', 2]);
    write('package-lock.json', '{"packages":{}}');
    compile();
    expect(kept()).toHaveLength(3);
  });

  test('are cached completely', () => {
    compile();
    const [file = ''] = kept();
    linkInPlaceOf(`.cache/css/${file}`);
    compile();
    expect([isWhole(`.cache/css/${file}`), text(`.cache/css/${file}`)]).toEqual([true, '.a{color:red}']);
  });
});

describe('previews', () => {
  const site = { folder: 'made', niche: { previews: [{ picture: 'p1' }], campaigns: [] } } as unknown as Site;
  const draw = (): Promise<void> => drawPreviews(root, site);
  const PREVIEW = '.cache/previews/p1-preview.avif';
  const OPENING = '.cache/previews/made-hero.avif';
  const backTo = (path: string, seconds: number): void => utimesSync(at(path), seconds, seconds);
  beforeEach(async () => {
    const picture = sharp({ create: { width: 40, height: 50, channels: 3, background: 'teal' } });
    write('demo/pictures/p1-640.webp', await picture.webp().toBuffer());
    write('niches/made/public/hero.avif', await picture.avif().toBuffer());
    await draw();
    for (const path of ['demo/pictures/p1-640.webp', 'niches/made/public/hero.avif', '.cache/previews/version'])
      backTo(path, 1000);
  });

  test('are drawn once, and again when their source or generator changes', async () => {
    const mark = text('.cache/previews/version');
    const again = async (change: () => void): Promise<boolean> => {
      for (const path of [PREVIEW, OPENING]) {
        write(path, 'as it was');
        backTo(path, 2000);
      }
      change();
      await draw();
      return text(PREVIEW) !== 'as it was';
    };
    expect(await again(() => undefined)).toBe(false);
    expect(await again(() => backTo('demo/pictures/p1-640.webp', 3000))).toBe(true);
    backTo('demo/pictures/p1-640.webp', 1000);
    expect(await again(() => write('.cache/previews/version', 'another'))).toBe(true);
    expect([text(OPENING) !== 'as it was', text('.cache/previews/version')]).toEqual([true, mark]);
  });

  test.each([PREVIEW, OPENING])('%s is cached completely', async (path) => {
    linkInPlaceOf(path);
    await draw();
    expect([isWhole(path), lstatSync(at(path)).size > 100]).toEqual([true, true]);
  });
});
