// Releases: published in one step, never changed afterwards, and taken back in one step.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRolledBack, liveRelease, publish, rollBack } from '#scripts/releases';
import { SERVED_FROM } from '#scripts/build/served-files';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'releases-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Exports version `n` of a brand, as a build does: changed files are new files. */
function build(n: number): void {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const files = {
    'made/index.html': `page ${n}`,
    [`made/_astro/${n}.js`]: `script ${n}`,
    'made/assets/same.css': 'styles',
    'hosting/nginx.conf': `include ${SERVED_FROM}/hosting/*/nginx.conf;`,
    'hosting/made/nginx.conf': `root ${SERVED_FROM}/made;`,
    'hosting/made/finished': `${n}`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'dist', file)), { recursive: true });
    writeFileSync(join(root, 'dist', file), text);
  }
}
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const deploy = (n: number): string => {
  build(n);
  return publish(root, day(n));
};
const live = (file: string): string => readFileSync(join(root, 'live', file), 'utf8');
const scripts = (): string[] => readdirSync(join(root, 'live', 'made', '_astro')).sort();

test('a release has the hashed files of two exports, and its web server files name its own folder', () => {
  const first = deploy(1);
  expect([live('made/index.html'), scripts()]).toEqual(['page 1', ['1.js']]);
  const second = deploy(2);
  expect([live('made/index.html'), scripts()]).toEqual(['page 2', ['1.js', '2.js']]);
  deploy(3);
  expect(scripts()).toEqual(['2.js', '3.js']);
  // A process that has read a release goes on with all of it.
  expect(readFileSync(join(first, 'made/index.html'), 'utf8')).toBe('page 1');
  expect(readFileSync(join(second, 'hosting/made/nginx.conf'), 'utf8')).toBe(`root ${second}/made;`);
  expect(live('hosting/nginx.conf')).toBe(`include ${liveRelease(root)}/hosting/*/nginx.conf;`);
  expect(readlinkSync(join(root, 'live'))).toMatch(/^releases\//);
});

test('a rollback goes to the release before, and the next deployment forward again', () => {
  deploy(1);
  deploy(2);
  rollBack(root, day(3));
  expect([live('made/index.html'), isRolledBack(liveRelease(root) ?? '')]).toEqual(['page 1', true]);
  expect(scripts()).toEqual(['1.js', '2.js']);
  expect(() => rollBack(root, day(4))).toThrow('There is no earlier release');
  deploy(5);
  expect([live('made/index.html'), isRolledBack(liveRelease(root) ?? '')]).toEqual(['page 5', false]);
});

test('a release has the named brands only, and what all brands share', () => {
  build(1);
  for (const file of ['other/index.html', 'other/_astro/1.js', 'hosting/other/nginx.conf', 'console/index.html']) {
    mkdirSync(dirname(join(root, 'dist', file)), { recursive: true });
    writeFileSync(join(root, 'dist', file), '');
  }
  const folders = (): string[][] =>
    ['live', 'live/hosting'].map((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => !name.includes('.'))
        .sort(),
    );
  publish(root, new Date(Date.UTC(2026, 0, 1)), ['made', 'other']);
  expect(folders()).toEqual([
    ['console', 'hosting', 'made', 'other'],
    ['made', 'other'],
  ]);
  // Its hashed files are not handed on either.
  publish(root, new Date(Date.UTC(2026, 0, 2)), ['made']);
  expect(folders()).toEqual([['console', 'hosting', 'made'], ['made']]);
});

test('the last three releases are kept, and what a killed deployment left is removed', () => {
  mkdirSync(join(root, 'releases', '2025-01-01T00-00-00-000Z.unfinished'), { recursive: true });
  const all = [1, 9, 17, 25].map(deploy);
  expect(all.map((release) => existsSync(release))).toEqual([false, true, true, true]);
  expect(readdirSync(join(root, 'releases')).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  expect(liveRelease(root)).toBe(all[3]);
});

test('a release that was live within a week is kept, however old it is: a web server that was not told still serves it', () => {
  const all = [1, 20, 21, 22, 23].map(deploy);
  expect(all.map((release) => existsSync(release))).toEqual([true, true, true, true, true]);
  deploy(28);
  expect(all.map((release) => existsSync(release))).toEqual([false, true, true, true, true]);
});

test('a release that a rollback brought back is kept for a week as well', () => {
  const all = [1, 2].map(deploy);
  rollBack(root, day(3));
  all.push(...[20, 21, 22].map(deploy));
  // The second one was not live since the rollback.
  expect(all.map((release) => existsSync(release))).toEqual([true, false, true, true, true]);
});
