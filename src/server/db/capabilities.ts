// Reads what the database has to be fit for members: durability, encoding, the rights of our login, row-level security.
import { sql } from 'kysely';
import { APP_ROLE } from './app-role.ts';
import type { Db } from './index.ts';
import { IS_SECURED, TENANT_TABLES } from './row-security.ts';

export interface DatabaseCapabilities {
  readonly fsync: boolean;
  readonly encoding: string;
  readonly superuser: boolean;
  readonly bypassRls: boolean;
  readonly ownsTables: boolean;
  /** The role that owns the tables is a superuser or has BYPASSRLS. */
  readonly ownerBypassesRls: boolean;
  /** The same of the role of requests and jobs. */
  readonly appRoleBypassesRls: boolean;
  /** Tables with rows of tenants that row-level security does not keep apart. */
  readonly unsecuredTables: readonly string[];
}

export async function readDatabaseCapabilities(db: Db): Promise<DatabaseCapabilities> {
  const { rows } = await sql<DatabaseCapabilities>`
    select current_setting('fsync') = 'on' as fsync, current_setting('server_encoding') as encoding,
      rolsuper as superuser, rolbypassrls as "bypassRls",
      exists (select from pg_tables where tablename = 'account' and tableowner = session_user) as "ownsTables",
      exists (select from pg_tables t join pg_roles r on r.rolname = t.tableowner
        where tablename = 'account' and (r.rolsuper or r.rolbypassrls)) as "ownerBypassesRls",
      exists (select from pg_roles r where r.rolname = ${APP_ROLE} and (r.rolsuper or r.rolbypassrls))
        as "appRoleBypassesRls",
      array(select c.relname::text from ${sql.raw(TENANT_TABLES)} and not ${sql.raw(IS_SECURED)} order by 1)
        as "unsecuredTables"
    from pg_roles where rolname = session_user`.execute(db);
  const [capabilities] = rows;
  if (!capabilities) throw new Error('The database has no role for the current login.');
  return capabilities;
}
