// Reads the database's durability settings and the rights of our login.
import { sql } from 'kysely';
import { APP_ROLE } from './app-role.ts';
import type { Db } from './index.ts';

export interface DatabaseCapabilities {
  readonly fsync: boolean;
  readonly superuser: boolean;
  readonly bypassRls: boolean;
  readonly ownsTables: boolean;
  /** The role that owns the tables is a superuser or has BYPASSRLS. */
  readonly ownerBypassesRls: boolean;
  /** The same of the role of requests and jobs. */
  readonly appRoleBypassesRls: boolean;
}

export async function readDatabaseCapabilities(db: Db): Promise<DatabaseCapabilities> {
  const { rows } = await sql<DatabaseCapabilities>`
    select current_setting('fsync') = 'on' as fsync, rolsuper as superuser, rolbypassrls as "bypassRls",
      exists (select from pg_tables where tablename = 'account' and tableowner = session_user) as "ownsTables",
      exists (select from pg_tables t join pg_roles r on r.rolname = t.tableowner
        where tablename = 'account' and (r.rolsuper or r.rolbypassrls)) as "ownerBypassesRls",
      exists (select from pg_roles r where r.rolname = ${APP_ROLE} and (r.rolsuper or r.rolbypassrls))
        as "appRoleBypassesRls"
    from pg_roles where rolname = session_user`.execute(db);
  const [capabilities] = rows;
  if (!capabilities) throw new Error('The database has no role for the current login.');
  return capabilities;
}
