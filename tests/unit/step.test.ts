// A failing step of the build: invalid data is one sentence, a bug has its call stack.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSites } from '#site/load';

const ours = join(import.meta.dirname, '../..');
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'step-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function step(): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(ours, 'scripts/build/step.ts'), root, 'draw', 'made'], {
    encoding: 'utf8',
  });
  return { code: status, said: stderr };
}

test('an invalid data file', () => {
  cpSync(join(ours, 'locales'), join(root, 'locales'), { recursive: true });
  mkdirSync(join(root, 'niches', 'made'), { recursive: true });
  writeFileSync(join(root, 'niches', 'made', 'niche.json'), '{');
  const { code, said } = step();
  expect([code, said]).toEqual([1, expect.stringMatching(/^niches\/made\/niche\.json: is not valid JSON \(.*\)\.\n$/)]);
});

test('a campaign whose picture does not exist', () => {
  cpSync(join(ours, 'locales'), join(root, 'locales'), { recursive: true });
  const campaigned = loadSites(ours).find(({ niche }) => niche.campaigns.length > 0);
  if (!campaigned) throw new Error('No site has a campaign.');
  const made = join(root, 'niches', 'made');
  cpSync(join(ours, 'niches', campaigned.folder), made, { recursive: true });
  rmSync(join(made, 'public', campaigned.niche.campaigns[0]?.picture ?? ''));
  const { code, said } = step();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^niches\/made\/niche\.json: the campaign .*does not exist\.\n$/),
  ]);
});

test('a bug', () => {
  const { code, said } = step();
  expect([code, said]).toEqual([1, expect.stringMatching(/^Error: ENOENT.*\n    at /)]);
});
