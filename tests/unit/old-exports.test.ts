// The last exports: set aside during a build, and deleted at its end, each by the build that set it aside.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteOldExports, oldExport, takeAway } from '#scripts/build/old-exports';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'old-exports-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (folder: string, text: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page'), text);
};
const exportOf = (niche: string): string => join(root, 'dist', niche);

test('a build sets the exports of its niches aside and deletes just these', () => {
  for (const niche of ['one', 'two']) {
    write(exportOf(niche), niche);
    takeAway(root, niche);
    expect(existsSync(exportOf(niche))).toBe(false);
    expect(readFileSync(join(oldExport(root, niche), 'page'), 'utf8')).toBe(niche);
  }
  takeAway(root, 'never built');
  deleteOldExports(root, ['one', 'never built']);
  expect(['one', 'two'].map((niche) => existsSync(oldExport(root, niche)))).toEqual([false, true]);
});

test('what a build that broke off has left is in nobody’s way', () => {
  write(oldExport(root, 'one'), 'left');
  write(exportOf('one'), 'begun');
  takeAway(root, 'one');
  expect(existsSync(exportOf('one'))).toBe(false);
  expect(readFileSync(join(oldExport(root, 'one'), 'page'), 'utf8')).toBe('left');
  deleteOldExports(root, ['one']);
  expect(existsSync(oldExport(root, 'one'))).toBe(false);
});
