// A brand that `npm run new` makes passes the checks as it is; a name that would not is refused in one sentence.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { check as isFormatted, resolveConfig } from 'prettier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nicheFolders } from '#site/load';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { sampled } from './support/samples.ts';

const root = join(import.meta.dirname, '..');
/** Those that read the folders of brands. */
const CHECKS = ['locales', 'long texts', 'glossary', 'niches', 'niche names', 'marks'];
/** In one text each, since the check of names reads this file too. */
const FREE = 'bears otters seniors night-owls flirt4all gay-bears women late-coffee mature swingers x2'.split(' ');
const WORDS_OF_CODE = 'main video members music night date path api en'.split(' ');

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
  const filter = (path: string): boolean => basename(path) !== 'releases';
  cpSync(join(root, 'tests'), copy.path('tests'), { recursive: true, filter });
});
afterAll(() => copy.remove());

const models = nicheFolders(root);
const made = FREE.map((name, at): [string, string] => [name, models[at % models.length] ?? '']);

test.each(sampled('new brands', made, 1))(
  'a new brand "%s", copied from %s, passes the checks',
  async (name, model) => {
    const { code, output } = copy.script('new', 'niche', name, '--from', model);
    expect(code, output).toBe(0);
    const file = `niches/${name}/niche.json`;
    const style = await resolveConfig(file);
    expect(await isFormatted(copy.text(file), { ...style, parser: 'json' })).toBe(true);
    const checked = copy.script('check', ...CHECKS);
    expect(checked.code, checked.output).toBe(0);
    rmSync(copy.path('niches', name), { recursive: true });
  },
);

test.each(sampled('words of the code', WORDS_OF_CODE, 2))('a word of the code, "%s", is no name of a brand', (name) => {
  expect(copy.script('new', 'niche', name)).toEqual({
    code: 1,
    output: expect.stringMatching(
      new RegExp(`^"${name}" is a word of the code \\((src|scripts|tests)/[^)]+:\\d+\\), [^\\n]*\\n$`),
    ),
  });
  expect(existsSync(copy.path('niches', name))).toBe(false);
});

const MISSPELT = ['Coffee', 'tea-', 'a', 'a--b', '4you', 'x'.repeat(31)];
test.each(sampled('misspelt names', MISSPELT, 2))('"%s" is no name of a folder', (name) => {
  expect(copy.script('new', 'niche', name)).toEqual({
    code: 1,
    output: `"${name}" cannot be a folder name: use 2 to 30 small letters, digits and hyphens.\n`,
  });
});
