// Migrations wait in short tries for a table that a long reader holds, so that the calls of all brands go on.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { explainStartError } from '#server/config/start-errors';
import { migrate, openDatabase } from '#server/db/index';
import { pendingMigrations } from '#server/db/migrations/index';
import { openForMigration } from '#server/db/postgres';
import { eventually, within } from '../support/eventually.ts';
import { hasLockTimeouts } from '../support/locks.ts';
import { databaseOfPlainOwner, type OwnedDatabase } from '../support/plain-owner.ts';
import { siteAt } from '../support/server.ts';

/** The migration after it alters `account`. */
const BEFORE = '0063-webhook-secret';
/** Longer than all tries of these tests, also on a busy machine. */
const HANGS_MS = 60_000;

async function oldDatabase(migration: string): Promise<OwnedDatabase> {
  const owned = await databaseOfPlainOwner();
  onTestFinished(() => owned.close());
  await owned.migrateTo(migration);
  return owned;
}

/** Reads `account` like a backup, in a transaction that stays open until `end`. */
async function holdAccount({ url }: OwnedDatabase): Promise<{ end(): Promise<void> }> {
  const address = new URL(url);
  address.searchParams.set('application_name', 'pg_dump');
  const backup = openForMigration(address.href);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: holding, resolve: holds } = Promise.withResolvers<void>();
  const reading = backup.kysely.transaction().execute(async (db) => {
    await sql`select from account limit 1`.execute(db);
    holds();
    await released;
  });
  await Promise.race([holding, reading]);
  const end = async (): Promise<void> => {
    release();
    await reading;
    await backup.close();
  };
  return { end };
}

if (hasLockTimeouts) {
  test('A8: while a reader holds a table, calls go on between the tries of two processes; then both end', async () => {
    const owned = await oldDatabase(BEFORE);
    const config = { kind: 'postgres', url: owned.url } as const;
    const databases = await Promise.all([openDatabase(config), openDatabase(config)]);
    onTestFinished(async () => void (await Promise.all(databases.map((each) => each.close()))));
    const reader = await holdAccount(owned);
    const heard: string[][] = [[], []];
    const migrated = databases.map((database, at) =>
      migrate(database, config, { pauseMs: 300, onWait: (sentence) => heard[at]?.push(sentence) }),
    );
    const call = (): Promise<unknown> =>
      databases[0].inTenant(siteAt(0).id, (db) => db.selectFrom('account').select('id').execute());
    try {
      for (const tries of [1, 2]) {
        await within(
          HANGS_MS,
          eventually(() => expect(heard.flat().length).toBeGreaterThanOrEqual(tries)),
        );
        await within(HANGS_MS, call());
      }
      // The second process leaves the pauses to the calls.
      expect(heard.filter((each) => each.length > 0)).toHaveLength(1);
      expect(heard.flat()[0]).toMatch(/held by pg_dump \(process \d+, login owner_\w+\); 35 more tries\.$/);
    } finally {
      await reader.end();
    }
    await within(HANGS_MS, Promise.all(migrated));
    expect(await pendingMigrations(databases[1].kysely)).toEqual([]);
  });

  test('A8: when the reader does not end, the start fails with a sentence that names it, and nothing was changed', async () => {
    const owned = await oldDatabase(BEFORE);
    const config = { kind: 'postgres', url: owned.url } as const;
    const database = await openDatabase(config);
    onTestFinished(() => database.close());
    const pending = await pendingMigrations(database.kysely);
    expect(pending.length).toBeGreaterThan(0);
    const reader = await holdAccount(owned);
    try {
      const failed = migrate(database, config, { tries: 2, pauseMs: 50 }).catch(explainStartError);
      expect(await within(HANGS_MS, failed)).toMatch(
        /^The database was not migrated, .* pg_dump \(process (\d+), login .*\)\. Nothing was changed\. .* select pg_terminate_backend\(\1\);$/,
      );
      expect(await pendingMigrations(database.kysely)).toEqual(pending);
    } finally {
      await reader.end();
    }
  });
}

test('A8: a migration waits for the readers of the tables that it alters, and of no others', async () => {
  const owned = await oldDatabase('0062-new-email');
  const reader = await holdAccount(owned);
  try {
    await within(HANGS_MS, owned.migrateTo(BEFORE));
  } finally {
    await reader.end();
  }
});
