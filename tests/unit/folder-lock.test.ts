// The lock of a folder in rare races between processes.
import type * as Fs from 'node:fs';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockFolder } from '#server/db/folder-lock';

/** Runs right after a process has read the lock. */
const { meanwhile } = vi.hoisted(() => ({
  meanwhile: { before: (): void => undefined, after: (): void => undefined },
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const readFileSync = (path: string, encoding: 'utf8'): string => {
    if (!path.endsWith('.lock')) return fs.readFileSync(path, encoding);
    meanwhile.before();
    try {
      return fs.readFileSync(path, encoding);
    } finally {
      meanwhile.after();
    }
  };
  return { ...fs, readFileSync };
});

let folder = '';
const lock = (): string => `${folder}.lock`;
const stale = { pid: 2 ** 22 + 1, since: 1, birth: null };
const alive = { pid: process.ppid, since: 1, birth: null };
const put = (owner: object): void => writeFileSync(lock(), JSON.stringify(owner));

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'folder-lock-')), 'db');
});
afterEach(() => {
  Object.assign(meanwhile, { before: () => undefined, after: () => undefined });
  rmSync(join(folder, '..'), { recursive: true });
});

test('H2: a lock taken by another process while a stale one is checked is not removed', () => {
  put(stale);
  let isFirst = true;
  meanwhile.before = () => isFirst && rmSync(lock());
  meanwhile.after = () => {
    if (isFirst) put(alive);
    isFirst = false;
  };
  expect(() => lockFolder(folder, (pid) => `taken by ${pid}`)).toThrow(`taken by ${alive.pid}`);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(alive);
});

test('H2: an empty lock, as a power cut leaves it, is taken over and released', () => {
  writeFileSync(lock(), '');
  const unlock = lockFolder(folder, String);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
  unlock();
  expect(existsSync(lock())).toBe(false);
});
