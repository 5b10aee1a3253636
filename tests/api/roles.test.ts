// An empty PostgreSQL server set up by the README serves the app: no login of the server bypasses row-level security.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabaseCapabilities } from '#server/db/capabilities';
import { openDatabase } from '#server/db/index';
import { startPostgres } from '../support/postgres.ts';
import { freshFolder, portOf, postJson, startProcess } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';

const PASSWORD = 'Zk3vPq81';
const ROLES = readFileSync('scripts/database/roles.sql', 'utf8');

/** Logs in with a wrong password, which needs the database; answers the status. */
const tryLogin = (port: number): Promise<number | undefined> =>
  postJson(port, {
    ...{ host: siteAt(0).siteSettings.domain, path: '/api/user.php' },
    json: { email: 'nobody@example.test', password: 'not the right one' },
  });

test.each([
  ['a superuser', 'superuser'],
  ['an administrator with CREATEROLE', 'createrole createdb'],
])('H4 D10: roles.sql, run by %s, creates what a production server needs', { timeout: 600_000 }, async (_, rights) => {
  // Production refuses a server that may lose data.
  const cluster = await startPostgres({});
  onTestFinished(() => cluster.stop());
  const urlOf = (username: string, database = 'matchloom'): string =>
    Object.assign(new URL(cluster.url), { username, password: PASSWORD, pathname: `/${database}` }).href;
  const root = await openDatabase({ kind: 'postgres', url: cluster.url, poolSize: 1 });
  await root.boss.executeSql(`create role administrator login ${rights}`);
  await root.boss.executeSql('create database matchloom owner administrator');
  await root.close();

  const admin = await openDatabase({ kind: 'postgres', url: urlOf('administrator'), poolSize: 1 });
  await admin.boss.executeSql(ROLES);
  // A second run, as after an update.
  await admin.boss.executeSql(ROLES);
  await admin.close();

  const server = startProcess({
    NODE_ENV: 'production',
    DATABASE_URL: urlOf('matchloom_web'),
    MIGRATE_URL: urlOf('matchloom_owner'),
    DATA_DIR: freshFolder(),
    SMTP_URL: 'smtps://mail.internal',
    PUBLIC_ORIGIN: `https://${siteAt(0).siteSettings.domain}`,
    ...{ TRUST_PROXY: '1', ALLOW_NO_PROVIDER: '1', ALLOW_PLACEHOLDERS: '1' },
  });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  expect(await tryLogin(await portOf(server))).toBe(422);

  const web = await openDatabase({ kind: 'postgres', url: urlOf('matchloom_web'), poolSize: 1 });
  expect(await readDatabaseCapabilities(web.kysely)).toEqual({
    fsync: true,
    encoding: 'UTF8',
    superuser: false,
    bypassRls: false,
    ownsTables: false,
    ownerBypassesRls: false,
    appRoleBypassesRls: false,
    unsecuredTables: [],
  });
  const { rows } = await sql<{ owner: string }>`select distinct tableowner as owner from pg_tables
    where schemaname = 'public'`.execute(web.kysely);
  expect(rows).toEqual([{ owner: 'matchloom_owner' }]);
  const bad = await openDatabase({ kind: 'postgres', url: cluster.url, poolSize: 1 });
  for (const role of ['matchloom_owner', 'matchloom_app']) await bad.boss.executeSql(`alter role ${role} bypassrls`);
  await bad.close();
  expect(await readDatabaseCapabilities(web.kysely)).toMatchObject({
    ownerBypassesRls: true,
    appRoleBypassesRls: true,
  });
  await web.close();
});
