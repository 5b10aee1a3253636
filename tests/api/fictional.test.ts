// Fictional profiles, which staff make, edit and retire on the console and the command line, and which are counted with all others.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import { countTrust } from '#server/modules/trust/count';
import { operate, typedOrder } from '../support/operator.ts';
import { eachEngine, siteAt } from '../support/server.ts';
import { addStaff, type MadeStaff, staffCall } from '../support/staff.ts';
import { fictional } from '../support/staff-calls.ts';

const tenant = siteAt(0).id;
const brand = siteAt(0).folder;
const reason = 'For the launch';

eachEngine('fictional profiles', (server) => {
  let moderator: MadeStaff;
  beforeAll(async () => {
    moderator = await addStaff(server(), 'moderator');
  });
  const by = (name: StaffCallName, input: object, headers = {}) =>
    staffCall(server(), name, { brand, ...input }, { as: moderator, headers });
  const make = async (changes: object = {}) =>
    String((await by('fictional.make', { ...fictional, ...changes, reason })).body['id']);
  const list = async () => (await by('fictional.list', {})).body as { list: { id: string }[] } & Record<string, number>;
  const rowOf = (id: string) =>
    server().database.inTenant(tenant, (db) =>
      db.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
  const logged = (id: string) =>
    server().database.inTenant(tenant, (db) =>
      db
        .selectFrom('audit_log')
        .select(['actor', 'call', 'reason', 'before', 'after'])
        .where('subject', '=', `fictional ${id}`)
        .orderBy('id')
        .execute(),
    );
  const share = async () => {
    await countTrust(server().database, tenant, server().now());
    const row = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('trust_count').select(['profiles', 'fictional']).where('tenant', '=', tenant).executeTakeFirst(),
    );
    return { profiles: row?.profiles, fictional: row?.fictional };
  };

  test('DE11: one is made once for each key, is found as fictional and never active, and counts in the share', async () => {
    const before = await share();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const sent = { ...fictional, reason };
    const [first, again] = [await by('fictional.make', sent, key), await by('fictional.make', sent, key)];
    expect(again.body).toEqual(first.body);
    const id = String(first.body['id']);
    expect(await rowOf(id)).toMatchObject({
      ...{ name: 'Robin', birth_date: '1990-06-15', fictional: true, reachable: true, line: 'Made up' },
      last_active: new Date(0),
    });
    const after = await share();
    expect(after).toEqual({ profiles: (before.profiles ?? 0) + 1, fictional: (before.fictional ?? 0) + 1 });
    const listed = await list();
    expect(listed).toMatchObject({ ...after, retired: 0 });
    expect(listed.list[0]).toMatchObject({ ...fictional, id, retired: false });
    const me = await server().member();
    const shown = await server().call('/api/member.php', { as: me, query: `id=${id}` });
    expect([shown.status, JSON.stringify(shown.body)]).toEqual([200, expect.stringContaining('"fictional":true')]);
    // No one is mailed at its address.
    const account = await server().database.inTenant(tenant, (db) =>
      db.selectFrom('account').select(['email', 'notifications_disabled']).where('id', '=', id).executeTakeFirst(),
    );
    expect(account).toEqual({ email: `${id}@fictional.invalid`, notifications_disabled: ['bounce'] });
    expect(await logged(id)).toMatchObject([
      { actor: moderator.email, call: 'fictional.make', reason, after: { name: 'Robin', line: true, about: true } },
    ]);
  });

  test('DE11: the rules of a member’s own profile hold: of age, in a country and a mix of the brand', async () => {
    const refused = async (changes: object) =>
      (await by('fictional.make', { ...fictional, ...changes, reason })).body.error?.['fields'];
    const young = `${server().now().getUTCFullYear() - 17}-06-15`;
    expect(await refused({ date_of_birth: young })).toEqual({ date_of_birth: 'too_young' });
    expect(await refused({ date_of_birth: '1990-02-30' })).toEqual({ date_of_birth: expect.any(String) as string });
    expect(await refused({ country: 'ZZ' })).toEqual({ country: 'not_allowed' });
    expect(await refused({ line: 'x'.repeat(200) })).toEqual({ line: 'too_long' });
    expect(await refused({ name: ' ' })).toHaveProperty('name');
  });

  test('DE11: one is edited and retired once; members are neither', async () => {
    const id = await make({ name: 'Sam' });
    const edit = (of: string, changes: object) => by('fictional.edit', { ...fictional, id: of, ...changes, reason });
    expect((await edit(id, { name: 'Alex', about: 'Another story.' })).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ name: 'Alex', about: 'Another story.', gender: fictional.gender });
    const member = await server().member({ name: 'Real' });
    expect((await edit(member.id, { name: 'Alex' })).status).toBe(404);
    expect((await by('fictional.retire', { id: member.id, reason })).status).toBe(404);
    expect(await rowOf(member.id)).toMatchObject({ name: 'Real', status: 'active' });
    const before = await share();
    expect((await by('fictional.retire', { id, reason })).status).toBe(204);
    expect((await by('fictional.retire', { id, reason })).body.error?.code).toBe('already_decided');
    expect((await server().call('/api/member.php', { as: member, query: `id=${id}` })).status).toBe(404);
    expect(await share()).toEqual({ profiles: (before.profiles ?? 0) - 1, fictional: (before.fictional ?? 0) - 1 });
    expect((await list())['retired']).toBe(1);
    expect((await logged(id)).slice(1)).toEqual([
      {
        ...{ actor: moderator.email, call: 'fictional.edit', reason },
        ...{ before: { name: 'Sam', about: true }, after: { name: 'Alex', about: true } },
      },
      {
        ...{ actor: moderator.email, call: 'fictional.retire', reason },
        ...{ before: { status: 'active' }, after: { status: 'retired' } },
      },
    ]);
  });

  test('DE11: the command line makes, edits, lists and retires as well', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fictional-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'profile.json');
    const signed = `--as Kim --because "${reason}"`;
    const json = async (line: string) =>
      (await operate(server(), `${line} --json`)).map((each) => JSON.parse(each) as Record<string, unknown>);
    writeFileSync(file, JSON.stringify({ ...fictional, name: 'Charlie' }));
    const [made] = await json(`fictional make ${brand} --file ${file} ${signed}`);
    const id = String(made?.['id']);
    expect(made).toEqual({ brand, id, made: true });
    writeFileSync(file, JSON.stringify({ ...fictional, name: 'Lou' }));
    expect(await json(`fictional edit ${id} --file ${file} ${signed}`)).toEqual([{ brand, id, edited: true }]);
    expect((await json(`fictional list ${brand}`)).find((each) => each['id'] === id)).toMatchObject({ name: 'Lou' });
    expect((await operate(server(), `fictional list ${brand}`))[0]).toMatch(/\d of \d+ profiles .* are fictional/);
    writeFileSync(file, JSON.stringify({ ...fictional, country: 'ZZ' }));
    await expect(operate(server(), `fictional edit ${id} --file ${file} ${signed}`)).rejects.toThrow(
      'country: not allowed',
    );
    writeFileSync(file, '{}');
    await expect(operate(server(), `fictional make ${brand} --file ${file} ${signed}`)).rejects.toThrow(
      'name: required',
    );
    expect(await operate(server(), `fictional retire ${id} ${signed}`)).toEqual([`${brand}: ${id} retired`]);
    await expect(operate(server(), `fictional retire ${id} ${signed}`)).rejects.toThrow('retired already');
    await expect(operate(server(), `fictional retire ${crypto.randomUUID()} ${signed}`)).rejects.toThrow('There is no');
    expect((await logged(id)).map(({ actor, call }) => [actor, call])).toEqual([
      ['Kim', 'operator fictional make'],
      ['Kim', 'operator fictional edit'],
      ['Kim', 'operator fictional retire'],
    ]);
    expect(() => typedOrder(`fictional make ${brand} ${signed}`)).toThrow('--file names');
    expect(() => typedOrder(`fictional retire ${id} ${signed} --file x`)).toThrow('--file means nothing');
  });
});
