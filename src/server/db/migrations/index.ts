// The migrations in their order, and the row-level security each of them ends with.
import { sql, type Kysely } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { APP_ROLE } from '../app-role.ts';
import { foundation } from './0001-foundation.ts';
import { business } from './0002-business.ts';
import { signup } from './0003-signup.ts';
import { visitors } from './0004-visitors.ts';
import { cheaperWrites } from './0005-cheaper-writes.ts';
import { pairIndex } from './0006-pair-index.ts';
import { freshAges } from './0007-fresh-ages.ts';
import { consent } from './0008-consent.ts';
import { dayPartitions } from './0009-day-partitions.ts';
import { messageMonths } from './0010-message-months.ts';
import { ledgerVersions } from './0011-ledger-versions.ts';
import { identity } from './0012-identity.ts';
import { paymentsReachable } from './0013-payments-reachable.ts';

export { APP_ROLE };

/** Name → statements. A published migration never changes; the next one gets the next number. */
const migrations: Readonly<Record<string, readonly string[]>> = {
  '0001-foundation': foundation,
  '0002-business': business,
  '0003-signup': signup,
  '0004-visitors': visitors,
  '0005-cheaper-writes': cheaperWrites,
  '0006-pair-index': pairIndex,
  '0007-fresh-ages': freshAges,
  '0008-consent': consent,
  '0009-day-partitions': dayPartitions,
  '0010-message-months': messageMonths,
  '0011-ledger-versions': ledgerVersions,
  '0012-identity': identity,
  '0013-payments-reachable': paymentsReachable,
};

export const provider: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve(
      Object.fromEntries(Object.entries(migrations).map(([name, statements]) => [name, migration(statements)])),
    ),
};

function migration(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [CREATE_ROLE, ...statements, SECURE_TABLES, ADD_ONLY, USE_SCHEMA])
        await sql.raw(statement).execute(db);
    },
  };
}

/** Another start may be making the role at the same moment, and a login may lack the right: then it must exist already. */
const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
    begin
      create role ${APP_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$`;

/**
 * Every table with a tenant column shows and takes only rows of the tenant that is set; with none set, none. Partitions are left out:
 * the policy of their parent binds, and the app role has no grants on the partitions themselves.
 */
const SECURE_TABLES = `do $$ declare t text; begin
  for t in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('drop policy if exists own_tenant on %I', t);
    execute format('create policy own_tenant on %I using (tenant = nullif(current_setting(''app.tenant'', true), '''')::smallint)
      with check (tenant = nullif(current_setting(''app.tenant'', true), '''')::smallint)', t);
    execute format('grant select, insert, update, delete on %I to ${APP_ROLE}', t);
  end loop;
end $$`;

/** What was booked and what providers reported is only ever added to. */
const ADD_ONLY = `do $$ declare t text; begin
  foreach t in array array['ledger', 'webhook_event'] loop
    if to_regclass(t) is not null then
      execute format('revoke update, delete, truncate on %I from ${APP_ROLE}', t);
    end if;
  end loop;
end $$`;

const USE_SCHEMA = `grant usage on schema public to ${APP_ROLE}`;
