// The checks of documents, and of the ids that code and tests cite are seen to fail on planted faults.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { check as docs } from '#scripts/checks/docs';
import { check as requirementIds, unnamedIds } from '#scripts/checks/requirement-ids';
import { untranslatedFaults } from '#scripts/checks/untranslated';

const copy = mkdtempSync(join(tmpdir(), 'document-checks-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** A small project with just these files. */
function project(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(copy, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('docs: a dead path, a dead link and an unknown command', () => {
  const files = {
    'README.md':
      'See `src/gone.ts` and [it](gone.md): `npm run gone`. But `/likes`, `text/html` and `dist/x/` are fine.',
    'package.json': '{}',
    'src/a.ts': '',
  };
  const { faults } = docs(project('docs', files)) as { faults: string[] };
  expect(faults).toEqual([
    'README.md:1: there is no src/gone.ts.',
    'README.md:1: there is no gone.md.',
    'README.md:1: package.json has no script "gone".',
  ]);
});

test('docs: a map that names what is not there, and lacks what is', () => {
  const files = {
    'ARCHITECTURE.md':
      '# X\n\n```\nsrc/ui/    Button.tsx, Gone.tsx\nsrc/lost/  nothing\n```\n\nWords:\n```\nsrc/server/http/ a.ts\n```\n',
    'package.json': '{}',
    'src/ui/Button.tsx': '',
    'src/server/db/a.ts': '',
    'src/server/http/b.ts': '',
    'src/server/modules/toys/index.ts': '',
  };
  expect((docs(project('map', files)) as { faults: string[] }).faults).toEqual([
    'ARCHITECTURE.md:4: there is no src/ui/Gone.tsx.',
    'ARCHITECTURE.md:5: there is no src/lost/.',
    'ARCHITECTURE.md:10: there is no src/server/http/a.ts.',
    'ARCHITECTURE.md: the map does not name src/server/db/.',
    'ARCHITECTURE.md: the map does not name src/server/modules/.',
    'ARCHITECTURE.md: the map does not name src/server/modules/toys/.',
  ]);
});

test('docs: a map of more lines than a reader takes in at a glance; the list below it does not count', () => {
  const mapOf = (lines: number): object => {
    const map = `\`\`\`\n${'src/ui/  Button.tsx\n'.repeat(lines)}\`\`\`\n\nWords:\n\`\`\`\nsrc/ui/  Button.tsx\n\`\`\`\n`;
    const files = { 'ARCHITECTURE.md': map, 'package.json': '{}', 'src/ui/Button.tsx': '' };
    return docs(project(`long-map-${lines}`, files));
  };
  expect(mapOf(60)).toMatchObject({ faults: [] });
  expect(mapOf(61)).toMatchObject({
    faults: ['ARCHITECTURE.md: the map has 61 lines instead of 60 at most. Join some.'],
  });
});

const lists = {
  'tests/requirements.md': '| AU1 | x | §1 | B1 (x) |\n| AU2 | y | – | A-age, C |',
  'docs/checks.md': '| C9 | x | y |',
  'docs/decisions.md': '## A. Values\n| A-age | x | y |\n## B. Behaviour\n| B1 | x |\n## C. Calls\n',
};

test('requirements: a test names a row that does not exist; rows without a test are listed', () => {
  const files = {
    ...lists,
    'tests/api/auth.test.ts': "test('AU1 C9 DB1 DA-age AU9 C10 DB2 DA-old: x', () => {});",
  };
  const folder = project('requirements', files);
  const titles = 'tests/api/auth.test.ts: a test names';
  expect(requirementIds(folder)).toEqual({
    faults: [
      `${titles} AU9, but tests/requirements.md has no such row.`,
      `${titles} C10, but docs/checks.md has no such row.`,
      `${titles} DB2, but docs/decisions.md has no such row.`,
      `${titles} DA-old, but docs/decisions.md has no such row.`,
    ],
    note: '1 of 2 requirements are named by a test',
  });
  expect(unnamedIds(folder)).toEqual(['AU2']);
});

test('requirements: citations of decisions and requirements that do not exist, and of a document that is not here', () => {
  const [decisions, requirements, section] = ['decisions', 'requirements', '§4'];
  const files = {
    ...lists,
    'tests/requirements.md': `${lists['tests/requirements.md']}\n| AU3 | z | §1 | B1, B7 |`,
    'src/a.ts': `// ${decisions} A-age, B1, C\n// ${decisions} A, A-old, B9, E (${decisions}\n * B8)`,
    'src/b.scss': `// ${requirements} AU1, AU8`,
    'src/c.astro': `// spec ${section}`,
  };
  expect((requirementIds(project('citations', files)) as { faults: string[] }).faults).toEqual([
    'tests/requirements.md: AU3 names the decision B7, but docs/decisions.md has no such row.',
    ...['2: cites A,', '2: cites A-old,', '2: cites B9,', '2: cites E,', '2: cites B8,'].map(
      (fault) => `src/a.ts:${fault} but docs/decisions.md has no such row.`,
    ),
    'src/b.scss:1: cites AU8, but tests/requirements.md has no such row.',
    'src/c.astro:1: cites a document that is not here; name a row of tests/requirements.md.',
  ]);
});

test('locales: a marked text, an English text, a key as text, and a listed text that has changed', () => {
  const files = {
    'locales/en/site.json': JSON.stringify({
      a: 'Save',
      b: 'Show all members',
      c: 'Two',
      d: 'Ok',
      all_my_mail: 'Mail',
    }),
    'locales/nl/site.json': JSON.stringify({
      ...{ a: '[nl] Save', b: 'Show all members', c: 'TRANSLATE: Two', d: 'Ok', all_my_mail: 'All my mail' },
    }),
    'locales/pl/site.json': JSON.stringify({ a: 'Zapisz', b_few: 'Show all members', c: '{{a}} – <b>{{b}}</b> Two' }),
    'locales/en/pages/faq.md': '# Questions\n\nHow do I leave?\n| 6 | {{price_6}} |\n',
    'locales/nl/pages/faq.md': '# Vragen\n\nHow do I leave?\n| 6 | {{price_6}} |\n',
    'niches/invented/locales/en.json': JSON.stringify({ site: { a: 'Meet an otter today' } }),
    'niches/invented/locales/nl.json': JSON.stringify({ site: { a: 'Meet an otter today', b: 'Show all members' } }),
  };
  const same = { 'locales/pl/site.json: "b_few"': 'A name.', 'locales/pl/site.json: "a"': 'It was a name.' };
  expect(untranslatedFaults(project('untranslated', files), ['en', 'nl', 'pl'], same)).toEqual([
    'locales/nl/site.json: "a" is marked as not translated; translate it.',
    'locales/nl/site.json: "b" is the English text; translate it.',
    'locales/nl/site.json: "c" is marked as not translated; translate it.',
    'locales/nl/site.json: "all_my_mail" is its key; translate it.',
    'niches/invented/locales/nl.json site: "a" is the English text; translate it.',
    'niches/invented/locales/nl.json site: "b" is the English text; translate it.',
    'locales/nl/pages/faq.md:3: is the English text; translate it.',
    expect.stringContaining('"locales/pl/site.json: "a"" is listed in SAME but is not the same'),
  ]);
});
