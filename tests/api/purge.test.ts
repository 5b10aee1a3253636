// After the purge nothing of a member is found by id, address, name, words or picture: in no table, no job of the queue, no folder.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { DEBIT } from '#domain/debit';
import { KNOWN_BROWSER } from '#domain/limits';
import { createApp } from '#server/app';
import { limitKey } from '#server/http/client-address';
import { erasure, openJobs, purgeTenant } from '#server/jobs';
import { mailDeletion } from '#server/mail/mail-deletion';
import { deletionMail } from '#server/mail/deletion';
import { mailFolder, openMailer } from '#server/mail/index';
import { passwordResetMail } from '#server/mail/password-reset';
import { photoCleanup } from '#server/media/stray-photos';
import { cardForgetting } from '#server/payments/forget-cards';
import { writeAudit } from '#server/staff/audit';
import { send } from '../support/chats.ts';
import { holdEverything } from '../support/everything-held.ts';
import { EXAMPLE_ROWS } from '../support/example-rows.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { holdFiles } from '../support/held-files.ts';
import { cookieIn, freshIp, rightForm } from '../support/joining.ts';
import { KEPT, keptAfter } from '../support/kept-after-purge.ts';
import type { MadeMember } from '../support/members.ts';
import { buy } from '../support/payments.ts';
import * as pictures from '../support/pictures.ts';
import { type CallOptions, eachEngine, siteAt, type TestServer } from '../support/server.ts';
import { columnsWith, everyRow, idsOf, markTexts, ownTables, type Trace } from '../support/traces.ts';

const tenant = siteAt(0).id;
/** Of a picture, by which likes of it are found. */
const LIKENESS = '0110100110010111'.repeat(4);
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

/** Every row of every table as text, those of the queue too. */
async function allRows({ database, now }: TestServer, member: string): Promise<string[]> {
  const rows = await everyRow(database, now(), member);
  expect(rows.map(({ table }) => table)).toContain('pgboss.job');
  return rows.map(({ table, row }) => `${table} ${JSON.stringify(row)}`);
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

/** What no call and no example row leaves: a purchase, what staff did and closed, and that another member has passed. */
async function holdMore(server: TestServer, member: MadeMember, other: MadeMember): Promise<void> {
  // One that is paid would deliver the message that is held.
  expect((await notify(server, tenant, noticeOf(await buy(server, member), 'failed'))).status).toBe(204);
  const at = server.now();
  const json = { profile: member.id, category: 'else', text: 'Still open' };
  expect((await server.call('/api/report.php', { json, as: other })).status).toBe(200);
  await server.database.inTenant(tenant, async (db) => {
    const complaints = await db.selectFrom('complaint').select('id').where('account', '=', member.id).execute();
    const closed = complaints.map(({ id }) => ({ tenant, kind: 'complaint' as const, id, at }));
    await db.insertInto('closed_matter').values(closed).execute();
    const actor = { id: null, name: 'Kim', role: null };
    await writeAudit(db, { tenant, at, actor, call: 'members.show', subject: `member ${member.id}` });
    const passed = { tenant, account: other.id, profile: member.id, liked: false, at, counts_until: null };
    await db.insertInto('swipe').values(passed).execute();
    const of = { at, account: member.id, conversation: '', id: '' };
    await db.insertInto('data_export').values(EXAMPLE_ROWS.data_export(of)).execute();
    const kept_until = new Date(at.getTime() + DEBIT.keepDays * 86_400_000);
    await db.updateTable('debit_mandate').set({ kept_until }).where('account', '=', member.id).execute();
    await db.updateTable('photo').set({ hash: LIKENESS }).where('profile', '=', member.id).execute();
    await db.updateTable('moderation').set({ hash: LIKENESS }).where('account', '=', member.id).execute();
  });
}

/** Ids of other members, and of purchases, which stay in the books. */
const idsThatStay = (server: TestServer, { id: member }: MadeMember): Promise<ReadonlySet<string>> =>
  server.database.inTenant(tenant, async (db) => {
    const accounts = await db.selectFrom('account').select('id').where('id', '!=', member).execute();
    const payments = await db.selectFrom('payment').select('id').execute();
    return new Set([...accounts, ...payments].map(({ id }) => id));
  });

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
      const ip = freshIp();
      const logIn = (password: string, cookie: string | null) =>
        call('/api/user.php', { json: { email: member.email, password }, as: cookie === null ? null : { cookie }, ip });
      const { cookies } = await logIn(member.password, null);
      const known = cookies.find((each) => each.startsWith(KNOWN_BROWSER.cookie))?.split(';')[0] ?? '-';
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
      const before = await allRows(server(), member.id);
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
      server().advance(14 * 86_400 - 1);
      await erase();
      expect((await allRows(server(), member.id)).some((row) => row.includes(member.id))).toBe(true);
      // The last to try are the right password and a wrong one, by a browser that the account knows and by any other.
      for (const cookie of [known, null])
        for (const password of [member.password, 'wrong password'])
          expect((await logIn(password, cookie)).status).toBeGreaterThanOrEqual(400);
      const late = { ...traces, ip: limitKey(ip) };
      const counted = (await allRows(server(), member.id)).filter((row) =>
        /^(attempt_budget|login_failure) /.test(row),
      );
      for (const each of [`account:${member.email}`, `browsers:${member.id}`, `pair:${member.email} ${late.ip}`])
        expect([each, counted.some((row) => row.includes(each))]).toEqual([each, true]);
      server().advance(1);
      await erase();
      await purgeTenant(services, tenant);
      await photoCleanup.run(services, { tenant });
      const after = await allRows(server(), member.id);
      expect(after.length).toBeGreaterThan(10);
      for (const [what, text] of Object.entries(late)) {
        const bare = text.replaceAll('-', '');
        expect([what, after.filter((row) => row.includes(text) || row.includes(bare))]).toEqual([what, []]);
        for (const { path, bytes } of allFiles())
          expect([what, path, path.includes(text) || bytes.includes(text)]).toEqual([what, path, false]);
      }
      for (const { path, bytes } of allFiles()) expect([path, stored.includes(digestOf(bytes))]).toEqual([path, false]);
      expect(after.some((row) => row.includes(other.id))).toBe(true);
    });

    test('E7 E8: of a member with rows in every table, a search by value through all tables finds only what is named here', async () => {
      server().holdClock();
      const { database, now } = server();
      const words = { name: `Leaver ${crypto.randomUUID().slice(0, 8)}`, about: `Words ${crypto.randomUUID()}` };
      const { member, partner } = await holdEverything(server(), words);
      await holdFiles(server(), member.id);
      await holdMore(server(), member, partner);
      const told: readonly Trace[] = Object.entries({ id: member.id, email: member.email, ...words, LIKENESS });
      const traces = [
        ...told,
        ...(await idsOf(database, member.id, await idsThatStay(server(), member))),
        ...(await markTexts(database, member.id)),
      ];
      const leftNow = async (): Promise<string[]> => [
        ...columnsWith(await everyRow(database, now(), member.id), traces).keys(),
      ];
      const held = new Set((await leftNow()).map((column) => column.split('.')[0]));
      expect(ownTables.filter((table) => !held.has(table))).toEqual([]);

      const changes = { status: 'pending_deletion', deleted_at: now() } as const;
      await database.inTenant(tenant, (db) =>
        db.updateTable('account').set(changes).where('id', '=', member.id).execute(),
      );
      let passed = 0;
      for (const days of [14, ...KEPT.flatMap((each) => each.days ?? [])]) {
        server().advance((days - passed) * 86_400);
        passed = days;
        await erasure.run(server().app.services, { tenant });
        await purgeTenant(server().app.services, tenant);
        await photoCleanup.run(server().app.services, { tenant });
        await cardForgetting.run(server().app.services, { tenant });
        expect([days, await leftNow()]).toEqual([days, keptAfter(days)]);
      }
    });

    test('E7 AC16: of a member who leaves unconfirmed the id is left nowhere, no job and no event among it', async () => {
      const { call } = await withQueue(server());
      const form = rightForm();
      const as = cookieIn(await call('/api/signup.php', { json: form, ip: freshIp() }));
      const { id } = (await call('/api/user.php', { as })).body['user'] as { id: string };
      await call('/api/login-mail.php', { json: { email: form['email'] }, ip: freshIp() });
      const held = async () => (await allRows(server(), id)).filter((row) => row.includes(id));
      expect((await held()).some((row) => row.startsWith('pgboss.job'))).toBe(true);
      const json = { password: form['password'], reason: 'other', remarks: '' };
      expect((await call('/api/account.php', { method: 'DELETE', as, json })).body).toEqual({ until: null });
      expect(await held()).toEqual([]);
    });
  },
  {},
  { DATA_DIR: dataDir },
);
