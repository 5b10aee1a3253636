// What a server would serve that is missing or older than its sources: refused with the name of a file, or wanted after a rollback.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { staleNiches, staleServed } from '#scripts/export-freshness';
import { publish, rollBack } from '#scripts/releases';
import { type SmallExports, smallExports } from '../support/small-exports.ts';

let root = '';
let write: SmallExports['write'];
let build: SmallExports['build'];
beforeEach(() => {
  ({ root, write, build } = smallExports());
});

const served = (...niches: string[]) => {
  const { stale, cureOf, isWanted, refused } = staleServed(root, niches);
  return { stale, cure: cureOf(stale), isWanted, refused };
};
const deploy = (hour: number): void => void publish(root, new Date(Date.UTC(2027, 0, 1, hour)));
const at3 = new Date(Date.UTC(2027, 0, 1, 3));

test('without a release it is the export, of the niches that are served only', () => {
  write('niches/one/niche.json', 'edited');
  expect(served('one', 'two')).toEqual({
    ...{ stale: ['one'], cure: 'run "npm run build one".', isWanted: false },
    refused: ['The export of one is older than niches/one/niche.json: run "npm run build one".'],
  });
  expect(served('two').stale).toEqual([]);
  build(['one']);
  expect(served('one', 'two').stale).toEqual([]);
});

test('with a release it is that, also when the export has been made again since', () => {
  deploy(1);
  write('src/a.ts', 'edited');
  build(['one', 'two']);
  expect(staleNiches(root, 'whole')).toEqual([]);
  expect(served('one', 'two')).toMatchObject({
    stale: ['one', 'two'],
    cure: 'run "npm run deploy".',
    isWanted: false,
  });
  expect(served('one').refused).toEqual(['The export of one is older than src/a.ts: run "npm run deploy".']);
  deploy(2);
  expect(served('one', 'two').stale).toEqual([]);
});

test('an older release is wanted after a rollback, and no more after the next deployment', () => {
  deploy(1);
  write('niches/two/pages/house.en.md', 'edited');
  build(['two']);
  deploy(2);
  rollBack(root, at3);
  expect(served('one', 'two')).toMatchObject({ stale: ['two'], isWanted: true, refused: [] });
  deploy(4);
  expect(served('one', 'two')).toMatchObject({ stale: [], isWanted: false });
  write('niches/two/niche.json', 'edited again');
  expect(served('one', 'two')).toMatchObject({ stale: ['two'], isWanted: false });
});

test.each<[string, string, () => void]>([
  ['edited', 'niche.json', () => write('niches/two/niche.json', 'edited')],
  ['added', 'settings.json', () => write('niches/two/settings.json', '{}')],
  ['added', 'prices.json', () => write('niches/two/prices.json', '{}')],
])('a wanted release is refused where a file that the backend goes by was %s since', (_, name, change) => {
  deploy(1);
  change();
  build(['two']);
  deploy(2);
  rollBack(root, at3);
  expect(served('one', 'two').refused).toEqual([
    `After the rollback, the pages of two go by an older niches/two/${name} than the backend: take it back as well, or run "npm run deploy".`,
  ]);
  expect(served('one').refused).toEqual([]);
});

test('a release of the version before, whose mark has one hash for all sources, is served after a rollback', () => {
  write('dist/hosting/two/finished', `${'0'.repeat(64)} whole`);
  deploy(1);
  build(['two']);
  deploy(2);
  rollBack(root, at3);
  expect(served('two')).toMatchObject({ stale: ['two'], isWanted: true, refused: [] });
});

test('of many changed files the refusal names the first and counts the others', () => {
  for (const name of ['b', 'c']) write(`src/${name}.ts`);
  rmSync(join(root, 'src/a.ts'));
  expect(served('one').refused).toEqual([
    'The export of one is older than src/a.ts and 2 more: run "npm run build one".',
  ]);
});

test('a niche that the release lacks is missing', () => {
  deploy(1);
  write('niches/three/niche.json');
  expect(served('one', 'three').stale).toEqual(['three']);
});
