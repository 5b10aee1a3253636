// What a member may ask for by law and staff carry out, on the console and on the command line: a copy of their data, and being erased.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { exportPath } from '#contract/settings';
import { carryOutDesk } from '#scripts/operator/desk';
import { send } from '../support/chats.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import type { MadeMember } from '../support/members.ts';
import { typedOrder } from '../support/operator.ts';
import { buy } from '../support/payments.ts';
import { eachEngine, siteAt, sites } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const reason = 'Asked by letter';

eachEngine('staff privacy', (server) => {
  let owner: MadeStaff;
  beforeAll(async () => {
    owner = await addStaff(server(), 'owner');
  });
  const by = (name: 'members.export' | 'members.erase', { id }: MadeMember, headers = {}, place = brand) =>
    staffCall(server(), name, { brand: place, id, reason }, { as: owner, headers });
  const code = async (answer: ReturnType<typeof by>) => (await answer).body.error?.code;
  const run = async (line: string): Promise<unknown[]> => {
    const order = typedOrder(line);
    if (order.kind !== 'desk') throw new Error(`${line} is another order.`);
    const { database, app, now } = server();
    const { queue, photos } = app.services;
    return (await carryOutDesk({ database, queue, sites, photos, now: now() }, order)).map(
      (each) => JSON.parse(each) as unknown,
    );
  };
  const logged = ({ id }: MadeMember) =>
    server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('audit_log')
        .select(['actor', 'call', 'reason', 'before', 'after'])
        .where('subject', '=', `member ${id}`)
        .orderBy('id')
        .execute(),
    );
  const isThere = async ({ id }: MadeMember): Promise<boolean> =>
    (await server().database.inTenant(tenant, (db) =>
      db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst(),
    )) !== undefined;

  test('DE11 AC23: members.export has the member’s own export made, which only the member opens', async () => {
    const me = await server().member({ about: 'What I wrote' });
    expect(await code(by('members.export', me, {}, siteAt(1).folder))).toBe('not_found');
    expect((await by('members.export', me)).status).toBe(204);
    expect(await code(by('members.export', me))).toBe('export_limit');
    await server().runJobs();
    expect(server().mails.filter(({ to }) => to === me.email)).toHaveLength(1);
    expect((await server().call(exportPath, { as: owner })).status).toBe(403);
    expect((await server().call(exportPath, { as: me })).status).toBe(200);
    expect(await logged(me)).toEqual([
      { actor: owner.email, call: 'members.export', reason, before: { export: null }, after: { export: 'asked for' } },
    ]);
  });

  test('DE11 AC23: who cannot log in gets a file from the command line, which overwrites none', async () => {
    const me = await server().member({ status: 'suspended', about: 'What I wrote' });
    expect(await code(by('members.export', me))).toBe('cannot_log_in');
    const order = `member export ${me.id} --as Kim --because "${reason}"`;
    await expect(run(order)).rejects.toThrow('--file');
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'copy.zip');
    expect(await run(`${order} --file ${file}`)).toEqual([{ brand, export: file }]);
    const { 'data.json': data } = unzipSync(readFileSync(file));
    expect(strFromU8(data ?? new Uint8Array())).toContain('What I wrote');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(run(`${order} --file ${file}`)).rejects.toThrow('could not be written');
    expect((await logged(me))[0]).toEqual({
      ...{ actor: 'Kim', call: 'operator member export', reason },
      ...{ before: { export: null }, after: { export: 'written to a file' } },
    });
  });

  test('DE11 E7: members.erase erases at once, once, and leaves books, log and others’ members alone', async () => {
    const [me, other] = [await server().member({ credits: 5, photos: [{}] }), await server().member()];
    const order = await buy(server(), me);
    await notify(server(), tenant, noticeOf(order, 'paid'));
    await send(server(), me, { profile: other.id, text: 'Hello there' });
    expect(await code(by('members.erase', me, {}, siteAt(1).folder))).toBe('not_found');
    expect(await isThere(me)).toBe(true);
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let each = 0; each < 2; each += 1) expect((await by('members.erase', me, key)).status).toBe(204);
    expect([await isThere(me), await isThere(other)]).toEqual([false, true]);
    expect(await code(by('members.erase', me))).toBe('not_found');
    expect((await server().call('/api/user.php', { as: me })).body['user']).toBeNull();
    const left = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('payment').select(['account', 'status']).where('id', '=', order.id).executeTakeFirstOrThrow(),
    );
    expect(left.status).toBe('paid');
    expect(left.account).not.toBe(me.id);
    expect(await logged(me)).toEqual([
      {
        ...{ actor: owner.email, call: 'members.erase', reason, after: { status: 'erased' } },
        before: { status: 'active', suspended_until: null },
      },
    ]);
  });

  test('DE11 E7: the command line erases as well, and says why in the log', async () => {
    const me = await server().member();
    expect(await run(`member erase ${me.id} --as Kim --because "${reason}"`)).toEqual([{ brand, erased: true }]);
    expect(await isThere(me)).toBe(false);
    expect(await logged(me)).toMatchObject([{ actor: 'Kim', call: 'operator member erase', reason }]);
    await expect(run(`member erase ${me.id} --as Kim --because "${reason}"`)).rejects.toThrow('There is no');
    expect(() => typedOrder(`member erase ${me.id} --as Kim`)).toThrow('--because says why');
    expect(() => typedOrder(`member erase ${me.id} --as Kim --because x --file y`)).toThrow('--file means nothing');
  });
});
