// The cache of databases for tests: old ones go, also while other processes use the folder.
import { existsSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOlder } from '../support/databases.ts';

test('those of other days go, and a file that is renamed meanwhile is no fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'databases-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const daysBefore = new Map([
    ['newest', 0],
    ['yesterday', 1],
    ['old', 3],
  ]);
  for (const [name, days] of daysBefore) {
    writeFileSync(join(folder, name), '');
    const made = new Date(Date.UTC(2026, 6, 10 - days));
    utimesSync(join(folder, name), made, made);
  }
  // Listed, but no longer there.
  symlinkSync(join(folder, 'nowhere'), join(folder, 'renamed'));
  removeOlder(join(folder, 'newest'));
  expect([...daysBefore.keys()].filter((name) => existsSync(join(folder, name)))).toEqual(['newest', 'yesterday']);
});
