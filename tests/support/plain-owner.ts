// An empty database whose owner is no superuser, and therefore under row-level security like every other role.
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from '#server/db/index';
import { provider } from '#server/db/migrations/index';
import { openForMigration } from '#server/db/postgres';
import { emptyDatabase } from './databases.ts';

export interface OwnedDatabase {
  /** The address with which the owner connects. */
  readonly url: string;
  /** A superuser's connection. */
  readonly admin: Db;
  /** Migrates the tables up to this migration, as the owner. */
  migrateTo(migration: string): Promise<void>;
  /** Runs statements as the owner, in a session of their own. */
  run(statements: string): Promise<void>;
  close(): Promise<void>;
}

export async function databaseOfPlainOwner(): Promise<OwnedDatabase> {
  const empty = await emptyDatabase();
  const name = `owner_${crypto.randomUUID().slice(0, 8)}`;
  const admin = openForMigration(empty.url);
  await sql`create role ${sql.id(name)} login createrole nosuperuser`.execute(admin.kysely);
  const database = new URL(empty.url).pathname.slice(1);
  await sql`alter database ${sql.id(database)} owner to ${sql.id(name)}`.execute(admin.kysely);
  await sql`grant all on schema public to ${sql.id(name)}`.execute(admin.kysely);
  // Roles belong to the whole server, so another test may have created this one already.
  const grant = (): Promise<unknown> =>
    sql`grant matchloom_app to ${sql.id(name)} with admin option`.execute(admin.kysely).catch(() => undefined);
  const url = Object.assign(new URL(empty.url), { username: name }).href;
  const asOwner = async (work: (db: Db) => Promise<void>): Promise<void> => {
    const owner = openForMigration(url);
    await grant();
    try {
      await work(owner.kysely);
    } finally {
      await owner.close();
      await grant();
    }
  };
  return {
    url,
    admin: admin.kysely,
    migrateTo: (migration) =>
      asOwner(async (db) => {
        const { error } = await new Migrator({ db, provider }).migrateTo(migration);
        if (error) throw new Error('The migration failed.', { cause: error });
      }),
    run: (statements) => asOwner(async (db) => void (await sql.raw(statements).execute(db))),
    close: () => admin.close(),
  };
}
