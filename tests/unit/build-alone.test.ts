// One build at a time: a second one is refused, and leaves the files of the first unchanged.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build } from '#scripts/build';
import { lockFolder } from '#server/db/folder-lock';
import { nicheFolders } from '#site/load';

const { signal } = new AbortController();
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-alone-'));
  for (const folder of ['niches', 'locales'])
    cpSync(folder, join(root, folder), { recursive: true, filter: (path) => !/\/(art|public)$/.test(path) });
});
afterEach(() => rmSync(root, { recursive: true }));

test('a second build is told of the running one, and leaves its files unchanged', async () => {
  const folder = join(root, '.cache', 'build');
  const unlock = lockFolder(folder, String);
  mkdirSync(folder);
  writeFileSync(join(folder, 'pages'), '');
  await expect(build(root, nicheFolders(root), { signal })).rejects.toThrow(
    `Another build (process ${process.pid}) is running.`,
  );
  expect(existsSync(join(folder, 'pages'))).toBe(true);
  unlock();
});

test('a failing build releases its lock and its folder', async () => {
  // There is no program to draw with.
  for (const _again of [1, 2])
    await expect(build(root, nicheFolders(root), { signal })).rejects.toThrow(/Building .* ended early/);
  expect(existsSync(join(root, '.cache', 'build'))).toBe(false);
});
