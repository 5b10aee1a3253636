// The toy feature goes on: toys of members are kept in a table, come with a picture, and are tidied up by a scheduled job.
import { after, before, both, type Edits, write } from './edits.ts';

export const TABLE: Edits = {
  'src/server/db/migrations/<number>-<name>.ts': write(`// The toys of members.

export const toys: readonly string[] = [
  \`create table toys (
    tenant smallint not null,
    id uuid not null,
    account uuid not null,
    name text not null,
    at timestamptz(3) not null,
    primary key (tenant, id),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )\`,
];
`),
  'src/server/db/migrations/index.ts': both(
    after(/^import .* from '\.\/\d{4}-.*\n/gm, `import { toys } from './9999-toys.ts';\n`),
    after(/^ {2}'\d{4}-.*\n/gm, `  '9999-toys': toys,\n`),
  ),
  'src/server/db/tables/<name>.ts': write(`// The toys of members.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { table } from '../table.ts';

export interface ToysTable {
  tenant: number;
  id: string;
  account: string;
  name: string;
  at: Date;
}

export const toys = table<ToysTable>()({
  retention: { column: 'at', keepHours: 30 * DAY },
  owners: ['account'],
  columns: { ...plain('tenant', 'id'), ...own('name', 'at'), ...hidden(OWNER, 'account') },
});
`),
  'src/server/db/tables/index.ts': both(
    before('import { trustCount }', `import { toys } from './toys.ts';\n`),
    before('  trust_count', '  toys,\n'),
  ),
  'tests/support/example-rows.ts': before(
    '  discount_use: (',
    `  toys: ({ at, account, id }) => ({ tenant, id, account, name: 'top', at }),\n`,
  ),
};

export const UPLOAD: Edits = {
  'src/contract/<word>.ts': before(
    `};\n`,
    `  upload: endpoint({
    method: 'POST',
    path: '/api/toy-picture.php',
    access: 'member',
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({ bytes: z.int() }),
    upload: { types: ['image/jpeg'], maxBytes: 1_000_000 },
  }),
`,
  ),
  'src/server/modules/<word>/index.ts': before(
    `  };\n}`,
    `    upload: {
      transactions: 'staged',
      handle: async (ctx) => {
        await ctx.prepare((own) => Promise.resolve(own.member()));
        let bytes = 0;
        for await (const chunk of ctx.upload()) bytes += chunk.byteLength;
        return ctx.transaction(async (own, { name }) => {
          const { db, tenant } = own;
          const toy = { tenant, id: crypto.randomUUID(), account: own.member().id, name, at: own.now() };
          await db.insertInto('toys').values(toy).execute();
          return { bytes };
        });
      },
    },
`,
  ),
  'tests/support/calls.ts': before(
    `  'toys.list'`,
    `  'toys.upload': { request: () => ({ query: 'name=top', ...upload }), status: 200 },\n`,
  ),
  'tests/api/<word>.test.ts': both(
    before(`import { eachEngine }`, `import { upload } from '../support/call-inputs.ts';\n`),
    after(
      /^ {2}\}\);\n/gm,
      `
  test('toys.upload keeps a toy of the member', async () => {
    const as = await server().member();
    const answer = await server().call('/api/toy-picture.php', { ...upload, query: 'name=top', as });
    expect(answer.body).toEqual({ bytes: upload.body.byteLength });
    const kept = server().database.kysely.selectFrom('toys').select('name').where('account', '=', as.id);
    expect(await kept.execute()).toEqual([{ name: 'top' }]);
  });
`,
    ),
  ),
};

export const JOB: Edits = {
  'src/server/<folder>/<name>.ts': write(`// Deletes the toys without a name, every hour.
import * as z from 'zod/mini';
import { HOURLY, jobKind } from '../../queue.ts';

export const toyTidying = jobKind({
  name: 'tidy_toys',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: HOURLY },
  run: async ({ database }, { tenant }) => {
    await database.inTenant(tenant, (db) =>
      db.deleteFrom('toys').where('tenant', '=', tenant).where('name', '=', '').execute(),
    );
  },
});
`),
  'src/server/jobs.ts': both(
    before(`import { trustCount }`, `import { toyTidying } from './modules/toys/toys.ts';\n`),
    before(`  paidDelivery,\n`, '  toyTidying,\n'),
  ),
};
