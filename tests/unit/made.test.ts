// The folder of a build: one build at a time, and what ended ones left is deleted.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '#scripts/build/made';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'made-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const builds = (): string[] => readdirSync(join(root, '.cache', 'builds'));
function leave(name: string): void {
  mkdirSync(join(root, '.cache', 'builds', name), { recursive: true });
  writeFileSync(join(root, '.cache', 'builds', name, 'pages'), '');
}

test('a second build is told who builds, and leaves its work alone', () => {
  leave(String(process.ppid));
  expect(() => makeFolder(root)).toThrow(`Another build (process ${process.ppid}) is running`);
  expect(builds()).toEqual([String(process.ppid)]);
});

test('what ended builds left is deleted, also that of one with our own number', () => {
  for (const name of [String(spawnSync('true').pid), 'build-x7', String(process.pid)]) leave(name);
  const folder = makeFolder(root);
  expect(folder).toBe(join(root, '.cache', 'builds', String(process.pid)));
  expect(builds()).toEqual([String(process.pid)]);
  expect(readdirSync(folder)).toEqual([]);
});
