// The recipes of CONTRIBUTING.md are followed to the letter in a copy of the project; leaving one file out is noticed, and named.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nicheFolders } from '#site/load';
import { readLanguages } from '#site/texts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { aboutToysOr, mentioning } from './support/recipe-faults.ts';
import { countedFiles, readRecipes, type Recipe } from './support/recipes.ts';
import { type Edit, type Edits } from './support/edits.ts';
import { isFull, sampled } from './support/samples.ts';
import { TOYS } from './support/toys.ts';
import { typeChecker, type TypeCheck } from './support/type-checker.ts';
import { walkingTests } from './support/walking-tests.ts';

const root = join(import.meta.dirname, '..');
const recipes = readRecipes(root);
/** The checks of our own that see to it that nothing of a recipe is forgotten. */
const CHECKS = [
  'locales',
  'glossary',
  'sizes',
  'endpoints',
  'registry',
  'pages',
  'unlisted',
  'marks',
  'long texts',
  'requirements',
];

let copy: ProjectCopy;
let typeFaults: TypeCheck;
const languages = readLanguages(root).map(({ code }) => code);

beforeAll(() => {
  copy = copyProject();
  for (const path of [
    'tests',
    'vitest.config.ts',
    'eslint.config.js',
    '.cache/test-databases',
    '.cache/types.tsbuildinfo',
  ])
    if (existsSync(join(root, path))) cpSync(join(root, path), copy.path(path), { recursive: true });
  typeFaults = typeChecker(copy.root);
});
afterAll(() => copy.remove());

/** The files a path of a recipe stands for. */
const filesOf = (path: string): string[] => {
  const named = path
    .replaceAll(/<(?:word|name)>/g, 'toys')
    .replaceAll('<Word>', 'Toys')
    .replaceAll('<what>', 'picture')
    .replaceAll('<number>', '9999')
    .replaceAll('<folder>', 'modules/toys');
  return named.includes('<language>') ? languages.map((code) => named.replace('<language>', code)) : [named];
};
const textOf = (file: string): string => (existsSync(copy.path(file)) ? readFileSync(copy.path(file), 'utf8') : '');
function put(file: string, text: string): void {
  mkdirSync(dirname(copy.path(file)), { recursive: true });
  if (text === '') rmSync(copy.path(file));
  else writeFileSync(copy.path(file), text);
}

/** What runs in the copy, as if it were alone and ordinary: not as a part of this test run. */
function run(...command: readonly string[]): { code: number | null; output: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|FULL$)/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy.root, encoding: 'utf8', env });
  return { code: status, output: stdout + stderr };
}
const checkFaults = (): string[] =>
  run('scripts/check.ts', ...CHECKS)
    .output.split('\n')
    .filter((line) => line.startsWith('    '));

function recipeOf(title: string): Recipe {
  const found = recipes.find((recipe) => recipe.title === title);
  if (!found) throw new Error(`CONTRIBUTING.md has no recipe "${title}".`);
  return found;
}

/** Does what the recipe says, with the files it names and no other. Returns what each of them was before, and is now. */
function follow(title: string, edits: Edits): Map<string, readonly [before: string, after: string]> {
  const done = new Map<string, readonly [string, string]>();
  for (const path of recipeOf(title).paths) {
    const edit: Edit | undefined = edits[path];
    if (!edit) throw new Error(`The recipe "${title}" names ${path}, which is not needed.`);
    for (const file of filesOf(path)) {
      const before = textOf(file);
      const after = edit(before);
      put(file, after);
      done.set(file, [before, after]);
    }
  }
  return done;
}

test('every recipe says how many files it names', () => {
  expect(recipes.length).toBeGreaterThan(15);
  for (const recipe of recipes.filter(({ paths, says }) => paths.length > 0 || says.includes('file in')))
    expect.soft(recipe.says, recipe.title).toBe(countedFiles(recipe));
});

/** The recipes from which files are left out: some in an ordinary run. */
const leavingOut = new Set(sampled('recipes', TOYS, 3).map(([title]) => title));

describe.each(TOYS)('%s', { timeout: 600_000 }, (title, edits) => {
  let done: ReturnType<typeof follow>;

  test('the files it names are enough', () => {
    done = follow(title, edits);
    const unnamed = Object.keys(edits).filter((path) => !recipeOf(title).paths.includes(path));
    expect.soft(unnamed, 'needed, but not named by the recipe').toEqual([]);
    expect([...typeFaults([...done.keys()]), ...checkFaults()]).toEqual([]);
  });

  if (!leavingOut.has(title)) return;
  test('a file that is left out does not compile or is named by a check', () => {
    for (const [file, [before, after]] of sampleOf(title, [...done])) {
      put(file, before);
      const faults = typeFaults([...done.keys()]);
      const cure = faults.length > 0 ? aboutToysOr(file) : mentioning(file);
      expect.soft(faults.length > 0 ? faults : checkFaults(), `without ${file}`).toContainEqual(cure);
      put(file, after);
    }
  });
});

/**
 * All of them in a full run; else a sample of all but the translations, of which one stands for the others.
 */
function sampleOf<T>(title: string, done: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  const seen = done.filter(([file]) => !SEEN_BY_ASTRO.test(file));
  if (isFull) return seen;
  const some = seen.filter(([file]) => !file.startsWith('locales/') || /^locales\/(en|nl)\//.test(file));
  return sampled(`files of ${title}`, some, 2);
}

/** Only `.astro` files import it, so only the slow check of types misses it: see the full run below. */
const SEEN_BY_ASTRO = /^src\/features\/\w+\/\w+Page\.tsx$/;
describe('with all of them', { timeout: 600_000 }, () => {
  test('the project compiles', () => {
    const { code, output } = run('scripts/check.ts', 'types');
    expect(code, output).toBe(0);
  });

  test('the calls answer and the store follows: the tests that the recipes ask for pass', () => {
    const tests = [
      ...['tests/api/toys.test.ts', 'tests/stores/toys.test.ts', 'tests/stores/toys-picture.test.ts'],
      'tests/unit/mails.test.ts',
    ];
    const { code, output } = run('node_modules/vitest/vitest.mjs', 'run', '--no-color', ...tests);
    expect(code, output).toBe(0);
    for (const file of tests) expect(output).toMatch(new RegExp(`✓.* ${file} `));
  });

  if (isFull) {
    const walk = (...files: readonly string[]): string => {
      const args = ['run', '--no-color', '--reporter=verbose', ...files];
      const { code, output } = run('node_modules/vitest/vitest.mjs', ...args);
      expect(code, output).toBe(0);
      return output;
    };

    test('the unit tests pass with them', { timeout: 1_200_000 }, () => {
      expect(walk('tests/unit')).toContain('every number of an input has a maximum');
    });

    test('the tests over all calls, tables, jobs and pages pass with them', { timeout: 1_800_000 }, () => {
      const output = walk(...walkingTests(copy.root));
      for (const title of ['of one toys.upload', 'invalid input to toys.upload', 'toys.upload size is accepted'])
        expect(output).toContain(title);
    });

    test('the new files pass lint, and their page passes the check of types', () => {
      const lint = run(
        'node_modules/eslint/bin/eslint.js',
        'src',
        'tests/api',
        'tests/stores',
        'tests/support',
        '--max-warnings=0',
      );
      expect(lint.code, lint.output).toBe(0);
      const types = run('scripts/check.ts', 'types of pages');
      expect(types.code, types.output).toBe(0);
      const island = 'src/features/toys/ToysPage.tsx';
      const text = textOf(island);
      put(island, '');
      expect(run('scripts/check.ts', 'types of pages').output).toContain('#features/toys/ToysPage');
      put(island, text);
    });

    test('their page is exported', () => {
      const [niche = ''] = nicheFolders(copy.root);
      const { code, output } = copy.script('build', niche);
      expect(code, output).toBe(0);
      expect(copy.text(`dist/${niche}/toys.html`)).toMatch(/<title>Toys/);
    });
  }
});

/** The paths in what a command prints, or in a recipe, without the name that was chosen. */
const pathsIn = (text: string, name: string): string[] =>
  [...text.matchAll(/^ {2}((?:niches|locales)\/\S+)/gm)]
    .map(([, path = '']) => path.replace(`/${name}`, '/<name>'))
    .sort();

describe('folders', () => {
  test('A niche: the command lists just what the recipe names', () => {
    // Not in one piece, since no text of the tests may name a brand.
    const name = ['some', 'brand'].join('-');
    const { code, output } = copy.script('new', 'niche', name);
    expect(code, output).toBe(0);
    const named = recipeOf('A niche').mentions.map((path) => path.replace(/\/$/, ''));
    expect(pathsIn(output, name)).toEqual(named.toSorted());
    // A brand that says nothing in words of its own has no folder of words.
    for (const path of named.filter((each) => !each.endsWith('/locales')))
      expect(existsSync(copy.path(path.replace('<name>', name))), path).toBe(true);
  });

  test('A language: what the recipe names is enough for the check of words, and no less', () => {
    const { code, output } = copy.script('new', 'locale', 'pt');
    expect(code, output).toBe(0);
    const named = recipeOf('A language').mentions.map((path) => path.replace('<code>', 'pt'));
    expect(named).toEqual(['locales/pt/', 'locales/countries.json', 'locales/glossary.md']);
    for (const path of named.slice(1)) expect(output).toContain(path);
    // A draft is complete as it is.
    expect(checkFaults()).toEqual([]);
    copy.setField('locales/pt/locale.json', 'draft', undefined);
    const faults = (): string[] => checkFaults().filter((fault) => !/is the English text|lines more/.test(fault));
    expect(checkFaults().length).toBeGreaterThan(faults().length);
    expect(faults().toSorted()).toEqual([
      expect.stringContaining('locales/countries.json: no country has the language "pt"'),
      expect.stringContaining('locales/glossary.md: has no column for "pt"'),
    ]);
    copy.setField('locales/countries.json', 'PT', ['pt']);
    // The new texts are the English ones until they are translated, and so are their terms.
    const [terms = '', never = ''] = copy.text('locales/glossary.md').split('## Never');
    const withColumn = terms.replace(/^\|-.*$/gm, '$&---|').replace(/^\| ([^|]+) \|.*$/gm, '$& $1 |');
    put('locales/glossary.md', `${withColumn.replace(/ English \|$/m, ' pt |')}## Never${never}`);
    expect(faults()).toEqual([]);
  });
});
