// Reads the database's durability settings and the rights of our login.
import { sql } from 'kysely';
import type { Db } from './index.ts';

export interface DatabaseCapabilities {
  readonly fsync: boolean;
  readonly superuser: boolean;
  readonly bypassRls: boolean;
  readonly ownsTables: boolean;
}

export async function readDatabaseCapabilities(db: Db): Promise<DatabaseCapabilities> {
  const { rows } = await sql<DatabaseCapabilities>`
    select current_setting('fsync') = 'on' as fsync, rolsuper as superuser, rolbypassrls as "bypassRls",
      exists (select from pg_tables where tablename = 'account' and tableowner = session_user) as "ownsTables"
    from pg_roles where rolname = session_user`.execute(db);
  const [capabilities] = rows;
  if (!capabilities) throw new Error('The database has no role for the current login.');
  return capabilities;
}
