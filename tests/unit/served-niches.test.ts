// NICHES: what is built and published is what is served.
import { expect, test } from 'vitest';
import { nichesFor } from '#scripts/build';
import { servedNiches } from '#server/config/served-niches';
import { smallProjects } from '../support/small-projects.ts';

const { project } = smallProjects();
const folders = ['one', 'two', 'three'];

test('NICHES chooses among the folders, in their order, and none means all', () => {
  expect(servedNiches({ niches: [] }, folders)).toEqual(folders);
  expect(servedNiches({ niches: ['three', 'one'] }, folders)).toEqual(['one', 'three']);
  expect(() => servedNiches({ niches: ['one', 'tow'] }, folders)).toThrow(
    'NICHES names tow, but niches/ has: one, two, three.',
  );
});

test('a build leaves out the others, with --all as well, unless they are named', () => {
  const root = project('served', { 'niches/one/niche.json': '{}', 'niches/two/niche.json': '{}' });
  const asked = (all: boolean, names: readonly string[], niches: readonly string[]) =>
    nichesFor(root, { niches }, { all, names, compression: 'whole' });
  // Neither was exported yet.
  for (const all of [true, false]) {
    expect(asked(all, [], ['two'])).toEqual(['two']);
    expect([...asked(all, [], [])].sort()).toEqual(['one', 'two']);
  }
  expect(asked(false, ['one'], ['two'])).toEqual(['one']);
});
