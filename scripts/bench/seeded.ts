// Seeds the members that are searched and looked at by staff, once for all parts of a run.
import { sql } from 'kysely';
import type { OpenDatabase } from '#server/db/index';
import { loadSites } from '#site/load';
import { withoutTimeout } from '../../tests/support/large-tables.ts';
import { seedAll } from '../seed/seed-all.ts';

/** Fewer sites for fewer members, so that some searches find fifty pages. */
const MEMBERS_PER_SITE = 100_000;

/** The tenants that share the members. */
export async function seedMembers(
  database: OpenDatabase,
  members: number,
  brands = Math.max(1, Math.floor(members / MEMBERS_PER_SITE)),
): Promise<number[]> {
  const sites = loadSites(process.cwd()).slice(0, brands);
  const started = performance.now();
  await seedAll(database, sites, { now: new Date(), members });
  for (const { id } of sites) await verifySome(database, id);
  // Autovacuum does this in a running database: index-only scans need it.
  await withoutTimeout(database, sql`vacuum analyze profile`);
  console.log(
    `Seeded ${members.toLocaleString('en')} members in ${Math.round((performance.now() - started) / 1000)} s.`,
  );
  return sites.map((site) => site.id);
}

/** One member of eight has a verified photo. */
const verifySome = (database: OpenDatabase, tenant: number): Promise<unknown> =>
  database.inTenant(tenant, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`update profile set verified = true where tenant = ${tenant} and get_byte(uuid_send(id), 0) < 32`.execute(
      db,
    );
  });
