// The checks that hold the recipes of CONTRIBUTING.md are seen to fail: each forgotten step is named with its cure.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { check as pageWords } from '#scripts/checks/page-words';
import { check as pages } from '#scripts/checks/pages';
import { check as unlisted } from '#scripts/checks/unlisted';

/** A small project with just these files. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('pages: a route without page file, an unknown route, missing words and texts, a lander, a bar and a walk without their parts', async () => {
  const files = {
    'src/domain/routes.ts': `export const textRoutes = ['terms'];
      const page = (name, path, layout = 'default') => ({ name, path, layout, screen: true });
      export const routes = [page('index', '/'), { ...page('toys-id', '/toys/:id'), world: 'members' }, { ...page('toys', '/toys'), world: 'members' }, page('kites', '/kites'), page('gone', '/gone/:id?'),
        page('pages-terms', '/pages/terms'), page('landers-kite-slug', '/landers/kite/:slug?', 'lander'),
        { name: 'later', path: '/later', layout: 'default' }];
      export const matchPath = (path) => ({ route: routes.find(({ name }) => name === (path === '/toys' ? 'toys' : 'toys-id')) });`,
    'src/pages/[...locale]/index.astro': "<Members route=\"toyz\" words={['toys', 'shell']}>",
    'src/pages/[...locale]/toys/[id].astro': "{t('shell:close')} {t('shell:likes', { count })} {t('shell:open')}",
    'src/pages/[...locale]/toys/index.astro': '',
    'src/pages/[...locale]/landers/kite/[...slug].astro': '',
    'src/domain/navigation.ts': "export const navItems = { toys: { route: 'toys' } };",
    'locales/en/shell.json': '{ "close": "x", "likes_other": "x", "nav_toys": "x" }',
    'scripts/screenshots/member-screens.ts':
      'export const memberScreens = ({ member }) => ({ toy: `/toys/${member}?x=1` });',
  };
  expect((await pages(project(files))).faults).toEqual([
    'src/domain/routes.ts: "kites" has a screen but no page file; write src/pages/[...locale]/kites/index.astro.',
    'src/domain/routes.ts: "gone" has a screen but no page file; write src/pages/[...locale]/gone/[...id].astro.',
    'src/pages/[...locale]/index.astro:1: there is no route "toyz"; add its row to src/domain/routes.ts.',
    expect.stringMatching(/index\.astro:1: locales\/en\/toys\.json is missing;/),
    expect.stringMatching(
      /toys\/\[id\]\.astro:1: there is no text "shell:open"; write "open" in locales\/en\/shell\.json/,
    ),
    'locales/en/lander-kite.json: is missing; each lander has one.',
    'tests/site/lander-kite.test.ts: is missing; each lander has one.',
    expect.stringMatching(/^locales\/en\/shell\.json: lacks "nav_toys_short"/),
    'scripts/screenshots/member-screens.ts: has no address of the page "toys" of the members area; add one.',
  ]);
});

test('page words: the texts of an island and of what it imports, and those that the frame always sends', () => {
  const files = {
    'src/layouts/frames/Members.astro': "texts: ['shell', ...words]",
    'src/pages/[...locale]/toys/index.astro':
      "import { Toys } from '#features/toys/Toys';\n<Members {language} words={['toys']}>",
    'src/pages/[...locale]/text/index.astro': "import { Toys } from '#features/toys/Toys';",
    'src/features/toys/Toys.tsx': "import { Price } from './Price.tsx';\nt('toys:a'); t('shell:b');",
    'src/features/toys/Price.tsx': "import { Cost } from '#ui/Cost';\nt(isNew ? 'kites:a' : 'kites:b');",
    'src/ui/Cost.tsx': 't(`money:${kind}`);',
  };
  expect(pageWords(project(files))).toEqual({
    faults: [
      'src/pages/[...locale]/toys/index.astro:2: an island draws texts of "kites"; name it in words.',
      'src/pages/[...locale]/toys/index.astro:2: an island draws texts of "money"; name it in words.',
    ],
  });
});

test('unlisted: a migration, a table, a job, a mail, an event, a store, a sheet and a check that nothing picks up', () => {
  const files = {
    'src/server/db/migrations/index.ts': "import './0001-first.ts';\n'0001-first': first",
    'src/server/db/migrations/0001-first.ts': '',
    'src/server/db/migrations/0002-second.ts': '',
    'src/server/db/tables/index.ts': "import { kite } from './kite.ts';",
    'src/server/db/tables/kite.ts': '',
    'src/server/db/tables/toy.ts': '',
    'src/server/jobs.ts': 'export const JOB_KINDS: readonly AnyKind[] = [\n  one,\n];',
    'src/server/mail/gift.ts': 'export const one = jobKind({});\nexport const two = jobKind({});',
    'src/server/mail/compose.ts': "export const MAILS = {\n  gift: ['link'],\n} as const;",
    'locales/en/mail.json': '{ "gift_subject": "x" }',
    'src/contract/events.ts': "type: z.literal('heard')\ntype: z.literal('lost')",
    'src/server/modules/gifts/index.ts': "ctx.emit({ type: 'heard' }, to)",
    'src/stores/gifts.ts': "const api = client(gifts);\nonLive('heard', load)",
    'src/stores/toys.ts': 'const api = client(toys);',
    'src/stores/kites.ts': 'const sent = await uploadFile(kites.send, {}, file, options);',
    'tests/stores/gifts.test.ts': "dispatchLive({ type: 'heard' })",
    'tests/stores/toys.test.ts': "import {\n  $toys,\n} from '#stores/toys';\nexpect('#stores/gifts')",
    'src/styles/public.scss': "@import 'base';\n@import 'landers/kite';\n@import 'landers/tail';",
    'src/styles/_base.scss': '',
    'src/styles/landers/_kite.scss': '',
    'src/styles/landers/_rope.scss': '',
    'scripts/check.ts': '',
    'scripts/checks/gifts.ts': 'export function check() {}',
  };
  expect(unlisted(project(files))).toEqual({
    faults: [
      expect.stringMatching(/^src\/server\/db\/migrations\/0002-second\.ts: never runs; import it in/),
      expect.stringMatching(/^src\/server\/db\/tables\/toy\.ts: the database does not know the table;/),
      'src/server/mail/gift.ts: nothing runs the job two; add it to JOB_KINDS in src/server/jobs.ts.',
      expect.stringMatching(/^locales\/en\/mail\.json: lacks "gift_text"/),
      expect.stringContaining('no store takes the event "lost"'),
      expect.stringContaining('nothing sends the event "lost"'),
      expect.stringContaining('no test tells a store the event "lost"'),
      'src/stores/gifts.ts: no test drives this store; write tests/stores/gifts.test.ts.',
      'src/stores/kites.ts: no test drives this store; write tests/stores/kites.test.ts.',
      expect.stringMatching(/^src\/styles\/landers\/_rope\.scss: no sheet imports it;/),
      'src/styles/public.scss: there is no sheet "tail"; write it in src/styles/.',
      expect.stringContaining('npm run check leaves it out'),
      expect.stringContaining('no test plants a fault for it'),
    ],
  });
});
