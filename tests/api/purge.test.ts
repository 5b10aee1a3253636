// After the purge nothing of a member is found by id, address, name, words or picture: in no table, no job of the queue, no folder.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { DELETION_DAYS } from '#domain/limits';
import { createApp } from '#server/app';
import { erasure, mailDeletion, openJobs, purgeTenant } from '#server/jobs';
import { deletionMail } from '#server/mail/deletion';
import { mailFolder, openMailer } from '#server/mail/index';
import { passwordResetMail } from '#server/mail/password-reset';
import { photoCleanup } from '#server/media/stray-photos';
import { send } from '../support/chats.ts';
import * as pictures from '../support/pictures.ts';
import { type CallOptions, eachEngine, siteAt, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
const dataDir = mkdtempSync(join(tmpdir(), 'matchloom-purge-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The app with the real queue, in which jobs stay, and a mailbox of its own. */
async function withQueue(server: TestServer) {
  const jobs = await openJobs(server.app.services);
  const mailer = openMailer(null, dataDir, server.now);
  const app = await createApp({ ...server.app.services, queue: jobs.queue, mailer });
  onTestFinished(async () => {
    await jobs.stop();
    await app.close();
  });
  return { services: app.services, call: (path: string, options: CallOptions) => server.callApp(app, path, options) };
}

/** Every row of every table as text, those of the queue too; not the partitions that are dropped after two days. */
async function allRows({ database: { kysely } }: TestServer): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables where table_type = 'BASE TABLE'
      and table_schema not in ('information_schema', 'pg_catalog') and table_name !~ '^(event|idempotency)'`.execute(
    kysely,
  );
  expect(tables.map(({ schema }) => schema)).toContain('pgboss');
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(
      kysely,
    );
    found.push(...rows.map(({ row }) => `${schema}.${name} ${row}`));
  }
  return found;
}

/** Every file of the data folder, with its path. */
const allFiles = (): { path: string; bytes: Buffer }[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => ({ path, bytes: readFileSync(path) }))
    : [];
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

eachEngine(
  'purge',
  (server) => {
    test('E7 AC21: a dump of all tables, the queue and the folders are searched before and after the purge', async () => {
      server().holdClock();
      const { services, call } = await withQueue(server());
      const name = `Leaver ${crypto.randomUUID().slice(0, 8)}`;
      const about = `unique words ${crypto.randomUUID()}`;
      const member = await server().member({ credits: 5, name, about });
      const other = await server().member({ credits: 5 });
      const next = `${crypto.randomUUID()}@example.test`;
      const ask = async (path: string, method: string, json: object, as = member) =>
        expect((await call(`/api/${path}.php`, { method, json, as })).status, path).toBeLessThan(300);
      const body = new Uint8Array(await pictures.uniqueJpeg());
      const uploaded = await call('/api/photo.php', { as: member, body, headers: { 'content-type': 'image/jpeg' } });
      expect(uploaded.status).toBe(200);
      await send(server(), member, { profile: other.id, text: 'Farewell, my friend' });
      await ask('like', 'PUT', { id: member.id }, other);
      await ask('email', 'PUT', { email: next, password: member.password });
      await ask('password-reset', 'POST', { email: member.email });
      await ask('export', 'POST', { password: member.password });
      await passwordResetMail.run(services, { tenant, account: member.id });
      const [photo] = await server().database.inTenant(tenant, (db) =>
        db.selectFrom('photo').select(['file', 'token', 'hash']).where('profile', '=', member.id).execute(),
      );
      await ask('account', 'DELETE', { password: member.password, reason: 'other', remarks: about });
      await deletionMail.run(services, { tenant, account: member.id });

      const traces = {
        ...{ id: member.id, email: member.email, next, name, about },
        ...{ file: photo?.file ?? '-', token: photo?.token ?? '-', hash: photo?.hash ?? '-' },
      };
      const before = await allRows(server());
      const files = allFiles();
      for (const [what, text] of Object.entries(traces))
        expect([what, before.some((row) => row.includes(text))]).toEqual([what, true]);
      const queued = before.filter((row) => row.startsWith('pgboss.'));
      expect([member.id, next].map((text) => queued.some((row) => row.includes(text)))).toEqual([true, true]);
      expect(readdirSync(mailFolder(dataDir))).toHaveLength(2);
      const stored = files.filter(({ path }) => path.includes(traces.file)).map(({ bytes }) => digestOf(bytes));
      expect(stored.length).toBeGreaterThan(0);

      const erase = async (): Promise<void> => {
        await erasure.run(services, { tenant });
        await mailDeletion.run(services, { tenant });
      };
      server().advance(DELETION_DAYS * 86_400 - 1);
      await erase();
      expect((await allRows(server())).some((row) => row.includes(member.id))).toBe(true);
      server().advance(1);
      await erase();
      await purgeTenant(services, tenant);
      await photoCleanup.run(services, { tenant });
      const after = await allRows(server());
      expect(after.length).toBeGreaterThan(10);
      for (const [what, text] of Object.entries(traces)) {
        const bare = text.replaceAll('-', '');
        expect([what, after.filter((row) => row.includes(text) || row.includes(bare))]).toEqual([what, []]);
        for (const { path, bytes } of allFiles())
          expect([what, path, path.includes(text) || bytes.includes(text)]).toEqual([what, path, false]);
      }
      for (const { path, bytes } of allFiles()) expect([path, stored.includes(digestOf(bytes))]).toEqual([path, false]);
      expect(after.some((row) => row.includes(other.id))).toBe(true);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
