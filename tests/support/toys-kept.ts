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
    file text not null check (file ~ '^[0-9a-f]{32}$'),
    at timestamptz(3) not null,
    primary key (tenant, id),
    unique (tenant, file),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )\`,
  \`create index toys_of_account on toys (tenant, account)\`,
  \`create trigger toys_files after delete on toys for each row execute function photo_leaves_files()\`,
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
  file: string;
  at: Date;
}

export const toys = table<ToysTable>()({
  retention: { column: 'at', keepHours: 30 * DAY },
  owners: ['account'],
  files: { column: 'file', exportedAs: 'id' },
  columns: {
    ...plain('tenant'),
    ...own('id', 'name', 'at'),
    ...hidden('Where the picture lies; the picture is in the export itself.', 'file'),
    ...hidden(OWNER, 'account'),
  },
});
`),
  'src/server/db/tables/index.ts': both(
    before('import { trustCount }', `import { toys } from './toys.ts';\n`),
    before('  trust_count', '  toys,\n'),
  ),
  'tests/support/example-rows.ts': before(
    '  discount_use: (',
    `  toys: ({ at, account, id }) => ({ tenant, id, account, name: 'top', file: hex(id), at }),\n`,
  ),
};

export const UPLOAD: Edits = {
  'src/contract/<word>.ts': both(
    before(`import { wholeNumber }`, `import { MAX_PHOTO_BYTES, PHOTO_FAULTS, PHOTO_TYPES } from './photos.ts';\n`),
    (text) => text.replace('{ wholeNumber }', '{ numberInQuery, wholeNumber }'),
    before(
      `};\n`,
      `  upload: endpoint({
    method: 'POST',
    path: '/api/toy-picture.php',
    access: 'member',
    input: z.strictObject({ name: z.string(), size: numberInQuery(1, 99) }),
    output: z.strictObject({ name: z.string() }),
    errors: [...PHOTO_FAULTS, 'upload_stalled'],
    upload: { types: PHOTO_TYPES, maxBytes: MAX_PHOTO_BYTES },
  }),
`,
    ),
  ),
  'src/server/modules/<word>/index.ts': both(
    before(
      `\nconst TOYS`,
      `import { lockAccount } from '../../db/lock-account.ts';
import { takeFile } from '../../media/stray-photos.ts';
import { takePhoto } from '../../media/take-photo.ts';
import { claimUpload } from '../../media/take-upload.ts';
import type { Services } from '../../services.ts';
`,
    ),
    (text) => text.replace('toyHandlers()', 'toyHandlers(services: Services)'),
    before(
      `  };\n}`,
      `    upload: {
      transactions: 'staged',
      handle: async (ctx) => {
        const claim = await ctx.prepare(async (own) => {
          const { id } = await lockAccount(own.db, own.tenant, own.member().id);
          return claimUpload(own, { name: \`toy \${own.tenant} \${id} \${own.key}\`, uploader: id, table: 'toys' });
        });
        return takePhoto({
          ...{ services, ctx, claim },
          finish: (photo) =>
            ctx.transaction(async (own, { name }) => {
              const { db, tenant } = own;
              if (!(await takeFile(db, photo))) throw own.refuse('unavailable', { retryAfter: 5 });
              const toy = { tenant, id: crypto.randomUUID(), account: own.member().id, name };
              await db
                .insertInto('toys')
                .values({ ...toy, file: photo.file, at: own.now() })
                .execute();
              return { name };
            }),
        });
      },
    },
`,
    ),
  ),
  'src/server/modules/index.ts': (text) => text.replace('toyHandlers()', 'toyHandlers(services)'),
  'tests/support/calls/<word>.ts': both(
    before(`import type { CallCases }`, `import { upload } from '../call-inputs.ts';\n`),
    before('};\n', `  upload: { request: () => ({ query: 'name=top&size=3', ...upload }), status: 200 },\n`),
  ),
  'tests/api/<word>.test.ts': both(
    before(`import { eachEngine }`, `import { upload } from '../support/call-inputs.ts';\n`),
    after(
      /^ {2}\}\);\n/gm,
      `
  test('toys.upload keeps a toy of the member', async () => {
    const as = await server().member();
    const answer = await server().call('/api/toy-picture.php', { ...upload, query: 'name=top&size=3', as });
    expect(answer.body).toEqual({ name: 'top' });
    const kept = server().database.kysely.selectFrom('toys').select('name').where('account', '=', as.id);
    expect(await kept.execute()).toEqual([{ name: 'top' }]);
  });
`,
    ),
  ),
  'src/stores/<word>-<what>.ts': write(`// A picture of a toy, which is sent as soon as it is chosen.
import { toys } from '#contract/toys';
import { uploadFile } from '#lib/upload';
import { createSubmit } from './submit.ts';

export const $toyPicture = createSubmit(async (file: Blob) => {
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await uploadFile(toys.upload, { name: 'top', size: 3 }, file, { idempotencyKey: crypto.randomUUID(), ...options });
});
`),
  'tests/stores/<word>-<what>.test.ts': write(`// The picture of a toy, sent to the real server.
import { expect, onTestFinished, test } from 'vitest';
import { $toyPicture } from '#stores/toys-picture';
import { upload } from '#tests/support/call-inputs';
import { uploadFromStores } from '#tests/support/fake-upload';
import { startTestServer, usualDatabase } from '#tests/support/server';

test('a picture of a toy is sent with what is said of it', async () => {
  const server = await startTestServer(await usualDatabase());
  const { cookie } = await server.member();
  const uploads = uploadFromStores(server, () => cookie);
  onTestFinished(async () => {
    uploads.stop();
    await server.close();
  });
  await $toyPicture.submit(new Blob([upload.body], { type: 'image/jpeg' }));
  expect([$toyPicture.get(), uploads.sent]).toEqual([{ state: 'done' }, ['POST /api/toy-picture.php?name=top&size=3']]);
});
`),
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
