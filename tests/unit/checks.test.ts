// Every check of the project fails on a planted fault.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sexualities } from '#contract/values';
import { check as budgets } from '#scripts/checks/budgets';
import { check as endpoints } from '#scripts/checks/endpoints';
import { check as glossary } from '#scripts/checks/glossary';
import { check as longTexts } from '#scripts/checks/long-texts';
import { check as landerClasses } from '#scripts/checks/lander-classes';
import { check as marks } from '#scripts/checks/leftovers';
import { check as nicheNames } from '#scripts/checks/niche-names';
import { check as niches } from '#scripts/checks/niches';
import { check as registry } from '#scripts/checks/registry';
import { check as sizes } from '#scripts/checks/sizes';
import { smallProjects } from '../support/small-projects.ts';

const root = join(import.meta.dirname, '../..');
const { copy, project } = smallProjects();

describe('own checks', () => {
  test('niche names: as a string, in a path, in a style, but not as a sexuality or a word in a sentence', () => {
    const name = 'invented';
    const orientation = sexualities[1];
    const files = {
      [`niches/${name}/niche.json`]: '{}',
      [`niches/${orientation}/niche.json`]: '{}',
      'src/a.ts': `export const a = '${name}';\nexport const b = \`/x/${name}/y\`;\nexport const c = 'two ${name} swim';`,
      'src/b.scss': `a { background: url(../${name}/x.svg); }`,
      'src/c.ts': `export const mix = ['hetero', '${orientation}'];\nexport const d = '${orientation}';`,
    };
    const found = nicheNames(project('niche-names', files)) as { faults: string[] };
    expect(found.faults.map((fault) => fault.split(': ')[0])).toEqual([
      'src/a.ts:1',
      'src/a.ts:2',
      'src/b.scss:1',
      'src/c.ts:2',
    ]);
  });

  test('sizes: a long file, a file without an opening, a drawer, a misnamed component', () => {
    const opening = '// Says what this is for.\n';
    const files = {
      'src/long.ts': `${opening}short();\nexport function long() {\n${'  x();\n'.repeat(100)}}\n${'x();\n'.repeat(200)}`,
      'tests/long.test.ts': `${opening}describe('it', () => {\n  test('a', () => {\n${'    x();\n'.repeat(60)}  });\n${'  y();\n'.repeat(200)}});\n`,
      'src/mute.ts': 'x',
      'src/utils/x.ts': opening,
      'src/ui/some-part.tsx': opening,
    };
    const { faults } = sizes(project('sizes', files)) as { faults: string[] };
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'src/long.ts',
      'src/mute.ts',
      'src/ui/some-part.tsx',
      'src/utils/x.ts',
      'tests/long.test.ts',
    ]);
    expect(faults[0]).toContain('file of its own: lines 3 to 104 are the longest, "export function long() {"');
    expect(faults.at(-1)).toContain('file of its own: lines 3 to 64 are the longest, "test(');
  });

  test('glossary: a term lost, a refused word in a niche, a breaking space in French, a word before a name, and a language without terms', () => {
    const table = '|---|---|---|\n';
    const files = {
      'locales/glossary.md': `# G\n\n## Terms\n\n| English | fr |\n${table}| credit | crédit |\n\n## Never\n\n| language | never | because | instead |\n${table}| fr | chat | cat | conversation |\n`,
      'locales/en/site.json': '{"a": "Two credits", "b": "Accredited", "c": "{{credits}}"}',
      'locales/fr/site.json': '{"a": "Deux pièces", "b": "Agréé\u202f!", "c": "Achats\u00a0: {{credits}}"}',
      'locales/fr/pages/faq.md': '---\ntitle: Le but\n---\n\nQui ?\n\nVoir : « ici »\n',
      'locales/fr/names.json': '{"a": "Profil de {{name}}", "b": "Plus de {{count}}", "c": "Monde {{name}}"}',
      'locales/pl/site.json': '{"a": "x", "b": "x", "c": "x"}',
      'niches/any/locales/fr.json': '{"site": {"a": "Le Chat, les chatons"}}',
    };
    const { faults } = glossary(project('glossary', files)) as { faults: string[] };
    expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
      'locales/glossary.md',
      'locales/fr/site.json',
      'niches/any/locales/fr.json',
      'locales/fr/names.json:1',
      'locales/fr/pages/faq.md:5',
      'locales/fr/pages/faq.md:7',
      'locales/fr/pages/faq.md:7',
      'locales/fr/pages/faq.md:7',
      'niches/any/locales/fr.json:1',
    ]);
  });

  test('long texts: a heading, a clause, a step, a mention of a clause, a placeholder and a link lost in translation', () => {
    const english =
      '## 1. Who\n\n1.1 {{name}}.\n\n1.2 See 1.1 and [it](route:faq).\n\n## 2. How\n\n1. First.\n2. Then.\n- x';
    const dutch = '## 1. Wie\n\n1.1 Wij.\n\n1. Eerst.\n- x\n- y';
    const files = {
      'locales/en/pages/terms.md': english,
      'locales/nl/pages/terms.md': dutch,
      'locales/fi/pages/terms.md': `${english}\n## 3. Lisää`,
    };
    const { faults } = longTexts(project('long-texts', files)) as { faults: string[] };
    const lost = [
      ['##', 1, 2],
      ['1.2', 0, 1],
      ['2.', 0, 1],
      ['{{name}}', 0, 1],
      ['](route:faq)', 0, 1],
      ['1.1', 1, 2],
    ] as const;
    expect(faults.toSorted()).toEqual(
      lost
        .map(([part, own, count]) => `locales/nl/pages/terms.md: has ${own} times "${part}"; English has ${count}.`)
        .toSorted(),
    );
  });

  test('lander classes: two landers use a class that one of them styles', () => {
    const part = (name: string): string => `import ${name} from '#layouts/landers/${name}';`;
    const files = {
      'src/pages/landers/one.astro': part('One'),
      'src/pages/landers/two.astro': part('Two'),
      'src/layouts/landers/One.astro': `${part('Both')}\n<p class="lead ask"></p>`,
      'src/layouts/landers/Two.astro': `${part('Both')}\n${part('Inner')}\n<p class="lead"></p>`,
      'src/layouts/landers/Inner.astro': '<p class="ask mine"></p>',
      'src/layouts/landers/Both.astro': '<p class="ours"></p>',
      'src/styles/landers/_one.scss': '.one .lead {\n}\n\n.ask {\n}\n\n.ours {\n}\n',
      'src/styles/landers/_two.scss': '.mine {\n}\n',
    };
    const { faults } = landerClasses(project('lander-classes', files)) as { faults: string[] };
    expect(faults).toEqual([
      'src/styles/landers/_one.scss:4: ".ask" is a class of One and Two; name one of them anew.',
    ]);
  });

  test('marks: an unfinished task', () => {
    const { faults } = marks(project('marks', { 'src/a.ts': `// ${'TO'}DO: all of it` })) as { faults: string[] };
    expect(faults).toHaveLength(1);
  });

  test.each(['skip', 'skipIf', 'runIf', 'fixme', 'todo', 'only'])('marks: a test with %s', (word) => {
    const files = {
      'tests/called.test.ts': `test.${word}(isOld, 'on old ones');`,
      'tests/each.test.ts': `describe.${word}.each([1])('x', () => {});`,
      'tests/words.test.ts': `test('to ${word} (or not)', () => ${word});`,
    };
    const { faults } = marks(project(`marks-${word}`, files)) as { faults: string[] };
    expect(faults).toEqual([
      expect.stringContaining('tests/called.test.ts:1'),
      expect.stringContaining('tests/each.test.ts:1'),
    ]);
  });

  test.each([
    `test.describe.configure({ ${'retries'}: 2 });`,
    `test('x', { ${'retry'}: 1 }, () => {});`,
    `test('x', { ${'skip'}: true }, () => {});`,
    `test.${'fail'}('x', () => {});`,
    `describe.${'fails'}('x', () => {});`,
  ])('marks: a hidden try or failure: %s', (line) => {
    const files = {
      'tests/a.test.ts': line,
      'tests/b.test.ts': 'const stream = "retry: 3000"; export const retries = 0;',
    };
    const { faults } = marks(project('marks-tries', files)) as { faults: string[] };
    expect(faults).toEqual([expect.stringContaining('tests/a.test.ts:1')]);
  });

  test('endpoints: a call that no API test names', async () => {
    const contract = 'export const contract = { likes: { list: {}, add: {} } };';
    const files = {
      'src/contract/index.ts': contract,
      'tests/api/likes.test.ts': "test('likes.list answers a page', () => {});",
    };
    expect((await endpoints(project('endpoints', files))).faults).toEqual([expect.stringContaining('likes.add')]);
  });

  test('registry: a word outside the contract, a code without a text or a test, a page without a title', async () => {
    const files = {
      'src/contract/index.ts': "export const contract = { likes: { add: { errors: ['too_shy', 'known'] } } };",
      'src/contract/errors.ts': "export const sharedCodes = ['lost'];\nexport const fieldCodes = ['odd', 'known'];",
      'src/contract/gifts.ts': "import { endpoint } from './endpoint.ts';\nexport const gifts = {};",
      'src/domain/routes.ts':
        "export const routes = [{ name: 'gifts', layout: 'default', screen: true }, { name: 'later', layout: 'default' }, { name: 'bye', layout: 'default', screen: true }];",
      'locales/en/pages/bye.md': '# Bye',
      'locales/en/errors.json': '{ "known": "x", "field_known": "x" }',
      'locales/en/shell.json': '{}',
      'src/server/modules/likes/index.ts': "throw ctx.refuse('known')",
      'tests/api/likes.test.ts': "expect(code).toBe('known')",
    };
    expect((await registry(project('registry', files))).faults).toEqual([
      expect.stringContaining('src/contract/gifts.ts: declares calls but is not in the contract'),
      expect.stringContaining('"lost"'),
      expect.stringContaining('"field_odd"'),
      expect.stringContaining('"too_shy"'),
      expect.stringContaining('nothing refuses with "too_shy"; do so in src/server/modules/likes/index.ts'),
      expect.stringContaining('no test is refused with "too_shy"; write one in tests/api/likes.test.ts'),
      expect.stringContaining('"title_gifts"'),
    ]);
  });

  test('budgets: a public page over one TCP window, a members page with too much script, of its own too, too many pictures', () => {
    const page = {
      niche: 'x',
      language: 'en',
      route: 'index',
      world: 'public',
      html: 40_000,
      br: 14_001,
      js: 0,
      css: 0,
      inline: 0,
      first: 20_000,
      requests: 1,
    };
    const pages = [
      page,
      { ...page, world: 'members', br: 90_000, js: 130_001 },
      { ...page, niche: 'y', world: 'members', js: 90_000 },
      { ...page, niche: 'y', world: 'members', js: 115_001, route: 'settings' },
      { ...page, niche: 'z', world: 'members', js: 90_001 },
      { ...page, niche: 'z', world: 'members', js: 115_001, route: 'settings' },
      { ...page, br: 9000 },
      { ...page, br: 9000, first: 35_001 },
      { ...page, br: 9000, first: 60_000, route: 'landers-gallery-slug' },
    ];
    const { faults } = budgets(project('budgets', { 'dist/manifest.json': JSON.stringify({ pages }) })) as {
      faults: string[];
    };
    expect(faults).toEqual([
      expect.stringContaining('14001 bytes; at most 14000'),
      expect.stringContaining('130001 bytes; at most 130000'),
      expect.stringContaining('35001 bytes; at most 35000'),
      expect.stringContaining('y en settings: script of its own is 25001 bytes; at most 25000'),
    ]);
  });

  test('niches: a missing file and a wrong field', async () => {
    const folder = join(copy(), 'niches-check');
    for (const part of ['niches', 'locales']) cpSync(join(root, part), join(folder, part), { recursive: true });
    mkdirSync(join(folder, 'niches/invented'));
    writeFileSync(join(folder, 'niches/invented/niche.json'), '{ "id": "x" }');
    const { faults } = await niches(folder);
    expect(faults).toContainEqual(expect.stringContaining('niches/invented/niche.json: field "id" must be'));
    expect(faults).toContainEqual(expect.stringContaining('niches/invented/public/logo.svg: is missing'));
  });
});
