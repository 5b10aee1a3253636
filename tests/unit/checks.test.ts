// Every check is seen to fail on a planted fault, and every wall of the import table to stand.
import { ESLint } from 'eslint';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sexualities } from '#contract/values';
import { check as budgets } from '#scripts/checks/budgets';
import { check as docs } from '#scripts/checks/docs';
import { check as endpoints } from '#scripts/checks/endpoints';
import { check as marks } from '#scripts/checks/marks';
import { check as nicheNames } from '#scripts/checks/niche-names';
import { check as niches } from '#scripts/checks/niches';
import { check as requirementIds, unnamedIds } from '#scripts/checks/requirement-ids';
import { check as sizes } from '#scripts/checks/sizes';

const root = join(import.meta.dirname, '../..');
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'checks-'));
});
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

const eslint = new ESLint({ cwd: root });
async function lint(path: string, code: string): Promise<string> {
  const [result] = await eslint.lintText(`// Stands in for a real file.\n${code}\n`, { filePath: join(root, path) });
  return (result?.messages ?? []).map((message) => message.message).join('\n');
}

describe('walls', { timeout: 60_000 }, () => {
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['src/contract/x.ts', "import '#domain/credits';", /zod schemas only/],
    ['src/contract/x.ts', "import 'hono';", /zod schemas only/],
    ['src/domain/x.ts', "import 'node:fs';", /rules are pure/],
    ['src/domain/x.ts', 'export const x = () => fetch("/");', /rules are pure/],
    ['src/site/x.ts', "import '#server/config';", /only reads and checks/],
    ['src/lib/x.ts', "import '#stores/session';", /doorway knows no behaviour/],
    ['src/stores/x.ts', "import 'react';", /no React and no DOM/],
    ['src/stores/x.ts', 'export const x = () => document.title;', /no React and no DOM/],
    ['src/ui/X.tsx', "import '#stores/session';", /take props, give events/],
    ['src/ui/X.tsx', "import '#lib/api';", /take props, give events/],
    ['src/features/chats/X.tsx', "import '../likes/Y.tsx';", /never import each other/],
    ['src/features/chats/X.tsx', "import '#features/likes/Y';", /draw a store/],
    [
      'src/features/chats/X.tsx',
      "import { chats } from '#contract/chats'; export const x = chats;",
      /Types may be imported/,
    ],
    ['src/layouts/X.astro', "---\nimport '#server/app';\n---", /through the contract only/],
    ['src/pages/x.astro', "---\nimport '../server/app.ts';\n---", /names its layout/],
    ['src/server/modules/x.ts', "import '#stores/session';", /shares contract, domain and site/],
    ['src/server/modules/x.ts', "import '../../lib/api.ts';", /shares contract, domain and site/],
    ['src/stores/x.ts', "import '../server/app.ts';", /no React and no DOM/],
    ['src/stores/x.ts', "export const x = () => import('#server/app');", /no React and no DOM/],
    ['src/stores/x.ts', "import '#tests/support/server';", /no React and no DOM/],
  ];
  test.each(refused)('%s may not say %s', async (path, code, message) => {
    expect(await lint(path, code)).toMatch(message);
  });

  const allowed: readonly (readonly [string, string])[] = [
    ['src/features/chats/X.tsx', "import type { Chat } from '#contract/chats';\nexport type X = Chat;"],
    ['src/stores/x.ts', "import './session.ts';\nimport '#lib/api';\nimport 'nanostores';"],
    ['src/server/modules/x.ts', "import '../ledger.ts';\nimport '#domain/credits';\nimport 'hono/cookie';"],
    ['src/ui/X.tsx', "import './Y.tsx';\nimport '#lib/i18n';"],
  ];
  test.each(allowed)('%s may say %s', async (path, code) => {
    expect(await lint(path, code)).toBe('');
  });
});

describe('doorways', { timeout: 60_000 }, () => {
  const doors: readonly (readonly [string, string, string])[] = [
    ["import 'ofetch';", 'src/lib/live.ts', 'src/lib/api.ts'],
    ["import 'i18next';", 'src/lib/api.ts', 'src/lib/i18n.ts'],
    ["import 'pg';", 'src/server/modules/x.ts', 'src/server/db/x.ts'],
    ["export const x = () => new EventSource('/');", 'src/lib/api.ts', 'src/lib/live.ts'],
    ["export const x = () => localStorage.getItem('x');", 'src/features/x/X.tsx', 'src/lib/storage.ts'],
    ["export const x = () => window.localStorage.getItem('x');", 'src/features/x/X.tsx', 'src/lib/storage.ts'],
    ['export const x = () => Date.now();', 'src/domain/x.ts', 'src/lib/clock.ts'],
    ['export const x = () => new Date();', 'src/server/modules/x.ts', 'src/server/context.ts'],
    ['export const x = () => process.env;', 'src/server/modules/x.ts', 'src/server/config.ts'],
  ];
  test.each(doors)('%s not in %s but in %s', async (code, closed, open) => {
    expect(await lint(closed, code)).toContain('One doorway');
    expect(await lint(open, code)).toBe('');
  });

  const style: readonly (readonly [string, string, RegExp])[] = [
    ['src/server/modules/x.ts', 'export const seen = new Map<string, string>();', /No state/],
    ['src/server/modules/x.ts', 'let seen = 0;\nexport const next = () => ++seen;', /No state/],
    ['src/domain/x.ts', 'export default 1;', /Export it by name/],
    ['src/domain/x.ts', 'export enum X { A }', /union of literals/],
    ['src/domain/x.ts', 'export const x = (y: any) => y as string;', /any/],
    ['src/domain/x.ts', 'const x = 1;', /never used/],
    ['src/ui/X.tsx', 'export const X = () => <p>Hello</p>;', /Move "Hello"/],
    ['src/ui/X.tsx', "export const X = ({ on }: { on: boolean }) => <p>{on ? 'Open' : '–'}</p>;", /Move "Open"/],
    ['src/ui/X.tsx', 'export const X = () => <img alt="A cat" />;', /Move "A cat"/],
    ['src/ui/X.tsx', 'export const X = () => <a aria-label={`Go ${1}`} />;', /Move "Go"/],
    ['src/layouts/X.astro', '---\n---\n<p title="Help">{1}</p>', /Move "Help"/],
    ['src/layouts/X.astro', '---\n---\n<p>Welcome</p>', /Move "Welcome"/],
    ['src/lib/x.ts', "export const x = (y: HTMLElement) => { y.textContent = 'Gone'; };", /Move "Gone"/],
  ];
  test.each(style)('%s may not say %s', async (path, code, message) => {
    expect(await lint(path, code)).toMatch(message);
  });

  test('marks, digits, and words from locales are no hard-coded text', async () => {
    expect(
      await lint('src/ui/X.tsx', "export const X = ({ t }: { t: string }) => <p title={t}>{t} · 24 × &nbsp;{'→'}</p>;"),
    ).toBe('');
  });
});

describe('own checks', () => {
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

  test('niche names: as a string, in a path, in a style, but not as a sexuality or a word in a sentence', () => {
    const name = 'otters';
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
      'src/long.ts': opening + '\n'.repeat(260) + 'x',
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
    ]);
  });

  test('marks: something left for later', () => {
    const { faults } = marks(project('marks', { 'src/a.ts': `// ${'TO'}DO: all of it` })) as { faults: string[] };
    expect(faults).toHaveLength(1);
  });

  test('requirements: a test names a row that does not exist; rows without a test are listed', () => {
    const files = {
      'tests/requirements.md': '| AU1 | x |\n| AU2 | y |',
      'tests/api/auth.test.ts': "test('AU1 C9 AU9: x', () => {});",
    };
    const folder = project('requirements', files);
    expect(requirementIds(folder)).toMatchObject({
      faults: [expect.stringContaining('AU9')],
      note: '1 of 2 requirements are named by a test',
    });
    expect(unnamedIds(folder)).toEqual(['AU2']);
  });

  test('endpoints: a call that no API test names', async () => {
    const contract = 'export const contract = { likes: { list: {}, add: {} } };';
    const files = {
      'src/contract/index.ts': contract,
      'tests/api/likes.test.ts': "test('likes.list answers a page', () => {});",
    };
    expect((await endpoints(project('endpoints', files))).faults).toEqual([expect.stringContaining('likes.add')]);
  });

  test('budgets: a public page over one TCP window, a members page with too much script, too many pictures', () => {
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
    ]);
  });

  test('niches: a missing file and a wrong field', async () => {
    const folder = join(copy, 'niches-check');
    for (const part of ['niches', 'locales']) cpSync(join(root, part), join(folder, part), { recursive: true });
    mkdirSync(join(folder, 'niches/otters'));
    writeFileSync(join(folder, 'niches/otters/niche.json'), '{ "id": "x" }');
    const { faults } = await niches(folder);
    expect(faults).toContainEqual(expect.stringContaining('niches/otters/niche.json: field "id" must be'));
    expect(faults).toContainEqual(expect.stringContaining('niches/otters/public/logo.svg: is missing'));
  });
});
