// A toy feature, as someone who follows the recipes of CONTRIBUTING.md would add it: what each named file gets.
import { before, both, type Edits, word, write } from './edits.ts';
import { JOB, TABLE, UPLOAD } from './toys-kept.ts';
import { EVENT, MAIL } from './toys-told.ts';

const CALL: Edits = {
  'src/contract/<word>.ts': write(`// What travels about toys: the names of those there are.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { wholeNumber } from './values.ts';

export const Toys = z.strictObject({ toys: z.array(z.string()) });
export type Toys = z.infer<typeof Toys>;

export const toys = {
  list: endpoint({ method: 'GET', path: '/api/toys.php', access: 'anyone', input: z.strictObject({}), output: Toys }),
  add: endpoint({
    method: 'POST',
    path: '/api/toys.php',
    access: 'member',
    input: z.strictObject({ name: z.string(), size: wholeNumber(1, 99) }),
    output: Toys,
  }),
};
`),
  'src/contract/index.ts': both(
    before('\nexport const contract', `import { toys } from './toys.ts';\n`),
    before('};\nexport type Contract', '  toys,\n'),
  ),
  'src/server/modules/<word>/index.ts': write(`// Carries out contract/toys: which toys there are, and one more.
import type { toys } from '#contract/toys';
import type { Handlers } from '../../context.ts';

const TOYS: readonly string[] = ['ball', 'kite'];

export function toyHandlers(): Handlers<typeof toys> {
  return {
    list: () => ({ toys: [...TOYS] }),
    add: (_, { name }) => ({ toys: [...TOYS, name] }),
  };
}
`),
  'src/server/modules/index.ts': both(
    before('\nexport type AllHandlers', `import { toyHandlers } from './toys/index.ts';\n`),
    before('});', '  toys: toyHandlers(),\n'),
  ),
  'tests/support/calls/<word>.ts':
    write(`// The calls of \`toys\`: a valid request of each, and the status of its answer.
import type { CallCases } from './call-case.ts';

export const toysCases: CallCases<'toys'> = {
  list: { request: () => ({}), status: 200 },
  add: { request: () => ({ json: { name: 'top', size: 3 } }), status: 200 },
};
`),
  'tests/support/calls.ts': both(
    before(`import { trustCases }`, `import { toysCases } from './calls/toys.ts';\n`),
    before('  trust: ', '  toys: toysCases,\n'),
  ),
  'tests/api/<word>.test.ts': write(`// Toys: which there are, and adding one.
import { expect, test } from 'vitest';
import { eachEngine } from '../support/server.ts';

eachEngine('toys', (server) => {
  test('toys.list answers anyone', async () => {
    expect((await server().call('/api/toys.php')).body).toEqual({ toys: ['ball', 'kite'] });
  });

  test('toys.add is for members', async () => {
    const json = { name: 'top', size: 3 };
    expect((await server().call('/api/toys.php', { json })).status).toBe(403);
    const as = await server().member();
    expect((await server().call('/api/toys.php', { json, as })).body).toEqual({ toys: ['ball', 'kite', 'top'] });
  });
});
`),
};

const CODE: Edits = {
  'src/contract/<word>.ts': before(`  }),\n};`, `    errors: ['toy_known'],\n`),
  'src/server/modules/<word>/index.ts': (text) =>
    text.replace(
      /add: .*\n/,
      `add: (ctx, { name }) => {
      if (TOYS.includes(name)) throw ctx.refuse('toy_known');
      return { toys: [...TOYS, name] };
    },
`,
    ),
  'src/server/http/refusal.ts': before('  idempotency_conflict: 409', '  toy_known: 409,\n'),
  'locales/<language>/errors.json': word('toy_known', 'Known toy.'),
  'tests/api/<word>.test.ts': (text) =>
    text.replace(
      /\}\);\n$/,
      `
  test('toys.add refuses a toy that is there', async () => {
    const as = await server().member();
    const { status, body } = await server().call('/api/toys.php', { json: { name: 'kite', size: 3 }, as });
    expect([status, body.error?.code]).toEqual([409, 'toy_known']);
  });
});
`,
    ),
};

const STORE: Edits = {
  'src/stores/<word>.ts': write(`// The toys there are, loaded when a screen first shows them.
import { onMount } from 'nanostores';
import { toys, type Toys } from '#contract/toys';
import { client } from '#lib/api';
import { createResource } from './resource.ts';

const api = client({ list: toys.list });

export const $toys = createResource({ load: (): Promise<Toys> => api.list() });
onMount($toys, () => void $toys.open());
`),
  'tests/stores/<word>.test.ts': write(`// The store of toys, against the real server.
import { expect, onTestFinished, test } from 'vitest';
import { $toys } from '#stores/toys';
import { eventually } from '#tests/support/eventually';
import { startTestServer, usualDatabase } from '#tests/support/server';
import { callFromStores } from '#tests/support/store-calls';

test('the toys are loaded when they are first shown', async () => {
  const server = await startTestServer(await usualDatabase());
  const traffic = callFromStores(server, () => '');
  onTestFinished(async () => {
    traffic.stop();
    await server.close();
  });
  onTestFinished($toys.listen(() => undefined));
  await eventually(() => expect($toys.get()).toEqual({ state: 'ready', toys: ['ball', 'kite'] }));
});
`),
};

const PAGE: Edits = {
  'src/domain/routes.ts': before(`  memberPage('likes', `, `  memberPage('toys', '/toys', { screen: true }),\n`),
  'src/pages/[...locale]/<word>/index.astro': write(`---
// The toys there are.
import Members from '#layouts/frames/Members';
import { ToysPage } from '#features/toys/ToysPage';
import { languagePaths } from '#site/paths';

export const getStaticPaths = () => languagePaths();
const { language } = Astro.props;
---

<Members {language} route="toys" words={['toys']}>
  <ToysPage client:only="react" />
</Members>
`),
  'src/features/<word>/<Word>Page.tsx': write(`// The page of toys: their names, or that they could not be loaded.
import { useStore } from '@nanostores/react';
import { errorText, t } from '#lib/i18n';
import { $toys } from '#stores/toys';
import { ErrorState } from '#ui/ErrorState';

export function ToysPage() {
  const toys = useStore($toys);
  if (toys.state === 'loading') return <p role="status">{t('shell:loading')}</p>;
  if (toys.state === 'failed')
    return (
      <ErrorState heading={t('toys:failed')} text={errorText(toys.code)} isPage onRetry={() => void $toys.reload()} />
    );
  return (
    <>
      <h1>{t('toys:heading')}</h1>
      <ul>
        {toys.toys.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}
`),
  'scripts/screenshots/member-screens.ts': before(`  'lang-config': `, `  toys: path('toys'),\n`),
  'locales/<language>/<word>.json': both(word('heading', 'Toys'), word('failed', 'No toys')),
  'locales/<language>/shell.json': word('title_toys', 'Toys'),
};

/** What is added, in this order: the recipe's title and what its files get. */
export const TOYS: readonly (readonly [title: string, edits: Edits])[] = [
  ['A call with a new word', CALL],
  ['An error code of a call', CODE],
  ['A store', STORE],
  ['A live event', EVENT],
  ['A mail', MAIL],
  ['A page of the members area', PAGE],
  ['A table', TABLE],
  ['A call that takes an upload', UPLOAD],
  ['A job', JOB],
];
