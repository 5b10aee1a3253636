// Tenants never see or change each other's rows, and the database itself enforces it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Site } from '#site/load';
import type { Db } from '#server/db/index';
import { APP_ROLE } from '#server/db/migrations/index';
import { TABLES } from '#server/db/tables/index';
import { onBothEngines, figure, siteAt, sites } from '../support/server.ts';
import { tenantTables } from '../support/tenant-tables.ts';

onBothEngines('tenants', (server) => {
  /** Tables shared by all tenants, and what the app role may do with them (ARCHITECTURE.md, Tenants). */
  const SHARED: Readonly<Record<string, string[]>> = Object.fromEntries(
    Object.entries(TABLES).flatMap(([name, rule]) => ('granted' in rule ? [[name, rule.granted.toSorted()]] : [])),
  );

  test('D10: every table has a tenant and forced row-level security, except the shared ones', async () => {
    const { rows } = await sql<{ name: string; forced: boolean; policies: number; tenant: boolean }>`
      select relname as name, relrowsecurity and relforcerowsecurity as forced,
        (select count(*)::int from pg_policy where polrelid = c.oid) + relispartition::int as policies,
        exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant' and attnotnull) as tenant
      from pg_class c where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname not like 'kysely%'`.execute(
      server().database.kysely,
    );
    expect(Object.keys(SHARED)).toContain('unverified_mail');
    expect(rows.length).toBeGreaterThanOrEqual(10);
    for (const row of rows.filter(({ name }) => !(name in SHARED)))
      expect(row).toMatchObject({ forced: true, policies: 1, tenant: true });
    const rights = await sql<{ name: string; rights: string[] }>`
      select table_name::text as name, array_agg(privilege_type::text order by privilege_type) as rights
      from information_schema.role_table_grants where grantee = ${APP_ROLE} and table_name = any(${Object.keys(SHARED)})
      group by 1`.execute(server().database.kysely);
    const none = Object.fromEntries(Object.keys(SHARED).map((name) => [name, []]));
    expect({ ...none, ...Object.fromEntries(rights.rows.map(({ name, rights: own }) => [name, own])) }).toEqual(SHARED);
  });

  test('D10: the app role reaches no partition directly', async () => {
    const member = await server().member();
    await server().call('/api/user.php', { method: 'PUT', json: { language: 'nl' }, as: member });
    const { kysely } = server().database;
    const { rows } = await sql<{
      name: string;
      granted: boolean;
      forced: boolean;
    }>`select relname as name, relrowsecurity and relforcerowsecurity as forced, has_table_privilege(${APP_ROLE}, oid,
      'select, insert, update, delete, truncate, references, trigger') as granted from pg_class where relispartition and relkind = 'r'`.execute(
      kysely,
    );
    expect(rows.map(({ name }) => name.replace(/\d{4}_\d\d(_\d\d)?$/, 'period'))).toEqual(
      expect.arrayContaining(
        ['idempotency', 'event', 'message'].flatMap((parent) => [`${parent}_period`, `${parent}_default`]),
      ),
    );
    for (const { name, granted, forced } of rows) {
      expect([name, granted, forced]).toEqual([name, false, true]);
      const read = server().database.inTenant(siteAt(0).id, (db) => sql`select from ${sql.table(name)}`.execute(db));
      await expect(read).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('D10: the app role cannot log in, owns nothing and bypasses nothing', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select rolsuper, rolbypassrls, rolcanlogin, rolcreatedb, rolcreaterole,
        (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = ${APP_ROLE}`.execute(
      server().database.kysely,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreatedb: false, rolcreaterole: false, owned: 0 },
    ]);
  });

  test('D10: without a tenant no row is visible', async () => {
    await server().member({ photos: [{}] });
    const { kysely } = server().database;
    for (const { name } of (await tenantTables.execute(kysely)).rows) {
      const found = await kysely.transaction().execute(async (db) => {
        await sql`select set_config('role', ${APP_ROLE}, true)`.execute(db);
        return sql<{ found: number }>`select count(*)::int as found from ${sql.table(name)}`.execute(db);
      });
      expect([name, found.rows[0]?.found]).toEqual([name, 0]);
    }
  });

  test('D10: a tenant reads and writes only its own rows, even without a WHERE', async () => {
    const [here, there] = [siteAt(0), siteAt(1)];
    const member = await server().member({}, here);
    const inThere = <T>(work: (db: Db) => Promise<T>): Promise<T> => server().database.inTenant(there.id, work);
    expect(await inThere((db) => db.selectFrom('account').selectAll().where('id', '=', member.id).execute())).toEqual(
      [],
    );
    await inThere((db) => db.updateTable('account').set({ credits: 99 }).execute());
    await inThere((db) => db.deleteFrom('session').execute());
    expect((await server().call('/api/user.php', { as: member })).body['user']).toMatchObject({ credits: 0 });
    const planted = { tenant: here.id, blocker: member.id, blocked: member.id };
    await expect(inThere((db) => db.insertInto('block').values(planted).execute())).rejects.toMatchObject({
      code: '42501',
    });
    await server().member({}, there);
    await expect(inThere((db) => db.updateTable('account').set({ tenant: here.id }).execute())).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('D10: the role and the tenant end with the transaction', async () => {
    await server().database.inTenant(siteAt(2).id, (db) => sql`select 1`.execute(db));
    for (let each = 0; each < 20; each += 1) {
      const { rows } = await sql<{
        role: string;
        tenant: string | null;
      }>`select current_user as role, nullif(current_setting('app.tenant', true), '') as tenant`.execute(
        server().database.kysely,
      );
      expect(rows[0]?.role).not.toBe(APP_ROLE);
      expect(rows[0]?.tenant).toBeNull();
    }
  });

  test('D10: a single statement is bound to its tenant, also after one that failed', async () => {
    const { database } = server();
    await Promise.all(sites.map((site) => server().member({}, site)));
    const who = sql<{ role: string; tenant: string; others: number }>`select current_user as role,
      current_setting('app.tenant') as tenant, (select count(*)::int from account where tenant <> current_setting('app.tenant')::smallint) as others`;
    const ask = ({ id }: Site): Promise<unknown> => database.queryOne(id, who.compile(database.kysely));
    const bound = sites.map(({ id }) => ({ role: APP_ROLE, tenant: `${id}`, others: 0 }));
    expect(await Promise.all(sites.map(ask))).toEqual(bound);
    const planted = sql`insert into event (tenant, account, body) values (${siteAt(1).id}, gen_random_uuid(), '{}')`;
    for (const failing of [sql`select 1 / 0`, planted])
      await expect(database.queryOne(siteAt(0).id, failing.compile(database.kysely))).rejects.toMatchObject({
        code: failing === planted ? '42501' : '22012',
      });
    expect(await Promise.all([...sites, ...sites].map(ask))).toEqual([...bound, ...bound]);
    await expect(database.queryOne(0.5, who.compile(database.kysely))).rejects.toThrow('whole number');
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database.kysely);
    expect(rows[0]?.role).not.toBe(APP_ROLE);
  });

  test('D10: interleaved requests of all niches never mix', async () => {
    const members = await Promise.all(
      sites.map((site) => server().member({ email: 'same@example.test', name: site.name, gender: 'male' }, site)),
    );
    const work = Array.from({ length: figure(10_000, 500) }, (_, each) => each);
    const lane = async (): Promise<void> => {
      for (let each = work.pop(); each !== undefined; each = work.pop()) {
        const own = each % sites.length;
        const other = (each * 5 + 3) % sites.length;
        const [site, member] = [siteAt(other), members[own]];
        const user = (await server().call('/api/user.php', { site, as: member ?? null })).body['user'];
        if (own === other) expect(user).toMatchObject({ id: member?.id, profile: { name: site.name } });
        else expect(user).toBeNull();
        const seen = await server().call('/api/member.php', {
          site,
          as: members[other] ?? null,
          query: `id=${member?.id}`,
        });
        expect(seen.status).toBe(own === other ? 200 : 404);
      }
    };
    await Promise.all(Array.from({ length: 5 }, lane));
  });
});
