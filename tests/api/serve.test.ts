// The operator's commands: serve in production, migrate, and the doctor who names what is wrong with its cure.
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseFindings } from '#scripts/doctor/database';
import type { Finding } from '#scripts/doctor/finding';
import { findings } from '#scripts/doctor/findings';
import { publish, rollBack } from '#scripts/releases';
import { readConfig } from '#server/config/index';
import { openDatabase } from '#server/db/index';
import { emptyDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { freshFolder, portOf, startProcess } from '../support/processes.ts';
import { siteAt } from '../support/server.ts';
import { servingProject } from '../support/serving-project.ts';

const root = process.cwd();
const about = (found: readonly Finding[], topic: string): string[] =>
  found.filter((each) => each.about === topic).map(({ state, text }) => `${state}: ${text}`);
describe('H4: npm run serve', () => {
  test('names every bad setting at once, opens nothing and ends with 2', async () => {
    const started = startProcess({ SMTP_URL: '', LOG_LEVEL: 'debug', DATA_DIR: freshFolder() }, 'scripts/serve.ts');
    expect(await started.ended).toBe(2);
    const lines = started.said().trim().split('\n');
    for (const word of ['DATABASE_URL', 'PUBLIC_ORIGIN', 'LOG_LEVEL', 'SMTP_URL'])
      expect(lines.filter((line) => line.includes(word))).toHaveLength(1);
    expect(started.said()).not.toContain('at ');
  });

  test('DE30: serves without demo members and a provider, says so and which brand has which address, and outlives SIGHUP', async () => {
    const { name, siteSettings } = siteAt(0);
    const env = {
      ...{ ALLOW_EMBEDDED: '1', DATA_DIR: freshFolder(), SMTP_URL: 'smtps://mail.internal' },
      PUBLIC_ORIGIN: `https://${siteSettings.domain}`,
      ...{ TRUST_PROXY: '1', ALLOW_NO_PROVIDER: '1', ALLOW_PLACEHOLDERS: '1' },
    };
    const started = startProcess(env, 'scripts/serve.ts', ['--api-only']);
    onTestFinished(() => void started.child.kill('SIGKILL'));
    const port = await portOf(started);
    await eventually(() => expect(started.said()).toContain(`Serving on 127.0.0.1:${port}`));
    expect(started.said()).toContain(`${name}: https://${siteSettings.domain}`);
    expect(started.said()).not.toContain('demo');
    expect(started.said()).toContain('no payment provider: nothing can be bought');
    started.child.kill('SIGHUP');
    const answer = await fetch(`http://127.0.0.1:${port}/livez`);
    expect([answer.status, started.child.exitCode, started.child.signalCode]).toEqual([200, null, null]);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });
});

describe('npm run migrate', () => {
  test('runs what is new, and then has nothing to do', async () => {
    const { url: DATABASE_URL } = await emptyDatabase();
    const env = { DATABASE_URL, DATA_DIR: freshFolder() };
    const first = startProcess(env, 'scripts/migrate.ts');
    expect([await first.ended, first.said()]).toEqual([0, expect.stringMatching(/^Applied 0001-foundation, /)]);
    const again = startProcess(env, 'scripts/migrate.ts');
    expect([await again.ended, again.said().trim()]).toEqual([0, 'The database is up to date.']);
  });

  test('says in one line that the database cannot be reached', async () => {
    const started = startProcess({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' }, 'scripts/migrate.ts');
    expect(await started.ended).toBe(1);
    expect(started.said().trim()).toMatch(/^The database cannot be reached .*DATABASE_URL/);
  });
});

describe('npm run doctor', () => {
  test('goes on after variables that cannot be read, looks at all else, and gives each fault its cure', async () => {
    const found = await findings(root, {
      ...{ NODE_ENV: 'production', PORT: 'x', LOG_LEVEL: 'loud', DATA_DIR: freshFolder() },
      ...{ DATABASE_URL: 'postgres://web:Zk3vPq81@127.0.0.1:1/x', SMTP_URL: 'smtp://127.0.0.1:1' },
      ...{ MOLLIE_API_KEY: `test_${'k'.repeat(30)}`, MOLLIE_URL: 'https://127.0.0.1:1' },
    });
    const settings = about(found, 'settings');
    expect(settings.slice(0, 2)).toEqual([
      'bad: PORT must be a port number from 0 to 65535.',
      expect.stringContaining('bad: LOG_LEVEL must be one of'),
    ]);
    expect(settings.slice(2).join('\n')).toMatch(/PUBLIC_ORIGIN must be[^]*MOLLIE_API_KEY is a test key/);
    expect(settings.filter((line) => /\b(PORT|LOG_LEVEL)\b/.test(line))).toHaveLength(2);
    expect(about(found, 'brands')[0]).toMatch(/plain: .*company\.kvk.* niche\.json/);
    expect(about(found, 'database')).toEqual([expect.stringMatching(/^bad: The database cannot be reached/)]);
    expect(about(found, 'mail')).toEqual([expect.stringMatching(/^bad: 127\.0\.0\.1 .*SMTP_URL/)]);
    expect(about(found, 'payments')).toEqual([expect.stringMatching(/^bad: Mollie does not answer/)]);
    for (const topic of ['disk', 'files']) expect(about(found, topic)).toEqual([expect.stringMatching(/^good: /)]);
    expect(about(found, 'selling').length).toBeGreaterThan(0);
  });

  test('says nothing of what it can only guess: a database or a mail server whose address cannot be read', async () => {
    const env = { NODE_ENV: 'prod', DATABASE_URL: 'mysql://x', SMTP_URL: 'mail', NICHES: 'nosuch', TRUST_PROXY: '0' };
    const found = await findings(root, { ...env, TRUST_FORWARDED_HOST: '1', DATA_DIR: freshFolder() });
    const settings = about(found, 'settings').join('\n');
    // An unknown mode is taken for production.
    for (const name of ['NODE_ENV', 'DATABASE_URL', 'SMTP_URL', 'TRUST_FORWARDED_HOST', 'PUBLIC_ORIGIN'])
      expect(settings.match(new RegExp(`^bad: ${name}\\b`, 'gm'))).toHaveLength(1);
    expect(about(found, 'brands')).toEqual([expect.stringMatching(/^bad: NICHES names nosuch/)]);
    expect(found.filter(({ about: topic }) => ['database', 'mail', 'exports'].includes(topic))).toEqual([]);
    expect(about(found, 'disk')).toEqual([expect.stringMatching(/^good: /)]);
  });

  test('names exports that are older than their brand, and how to make them again', async () => {
    const project = servingProject(siteAt(0));
    const { folder } = siteAt(0);
    const exports = async () => {
      const env = { NODE_ENV: 'development', DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x', DATA_DIR: freshFolder() };
      return about(await findings(project.root, env), 'exports');
    };
    const stale = `bad: missing or older than their sources: ${folder};`;
    expect(await exports()).toEqual([`${stale} run "npm run build ${folder}".`]);
    project.build();
    expect(await exports()).toEqual([`good: up to date: ${folder}`]);
    publish(project.root, new Date('2027-01-01T10:00:00Z'));
    project.charge(2);
    expect(await exports()).toEqual([`${stale} run "npm run deploy".`]);
    project.build();
    publish(project.root, new Date('2027-01-01T11:00:00Z'));
    rollBack(project.root, new Date('2027-01-01T12:00:00Z'));
    expect(await exports()).toEqual([expect.stringMatching(/^bad: After the rollback, .*settings\.json/)]);
    project.uncharge();
    project.paint(1);
    expect(await exports()).toEqual([`warning: older than their sources, after a rollback: ${folder}`]);
  });

  test('finds a superuser, missing tables, and a mail server and a sandbox that do not answer', async () => {
    const { url } = await emptyDatabase();
    const env = {
      ...{ NODE_ENV: 'production', DATABASE_URL: url, DATA_DIR: freshFolder() },
      ...{ SMTP_URL: 'smtp://127.0.0.1:1', SANDBOX_URL: 'http://127.0.0.1:1' },
    };
    const found = await findings(root, env);
    const database = about(found, 'database');
    expect(database[0]).toMatch(/^good: PostgreSQL \d+$/);
    expect(database.join('\n')).toMatch(/bad: .*superuser.*MIGRATE_URL/);
    expect(database.at(-1)).toMatch(/^warning: .*npm run migrate.*0001-foundation/);
    expect(about(found, 'mail')).toEqual([expect.stringMatching(/^bad: 127\.0\.0\.1 .*ESOCKET.*SMTP_URL/)]);
    expect(about(found, 'payments')).toEqual([expect.stringMatching(/^bad: .*SANDBOX_URL/)]);
    expect(about(found, 'disk')).toEqual([expect.stringContaining('good: ')]);
    const untouched = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
    onTestFinished(() => untouched.close());
    const { rows } = await untouched.boss.executeSql("select from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  });

  test('names a database whose encoding is none', async () => {
    const { url } = await emptyDatabase();
    const name = `ascii_${crypto.randomUUID().replaceAll('-', '')}`;
    const admin = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
    onTestFinished(() => admin.close());
    await admin.boss.executeSql(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
    const DATABASE_URL = Object.assign(new URL(url), { pathname: `/${name}` }).href;
    const found = await databaseFindings(readConfig({ NODE_ENV: 'production', DATABASE_URL }));
    expect(about(found, 'database').join('\n')).toMatch(/^bad: .*encoding SQL_ASCII.*UTF8\.$/m);
  });

  test('CR50: says where text messages go, and what direct debit lacks without them', async () => {
    const base = { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x', DATA_DIR: freshFolder() };
    const production = { ...base, NODE_ENV: 'production' };
    expect(about(await findings(root, production), 'sms')).toEqual([
      expect.stringMatching(/^warning: no direct debit for .*SMS_URL and IBAN_KEY/),
    ]);
    const sent = await findings(root, { ...production, SMS_URL: 'https://me:secret@sms.example/send' });
    expect(about(sent, 'sms')).toEqual([expect.stringMatching(/^good: sms\.example gets the codes/)]);
    expect(about(sent, 'settings').join()).toMatch(/IBAN_KEY is missing/);
    expect(about(await findings(root, { ...base, NODE_ENV: 'development' }), 'sms')).toEqual([
      expect.stringMatching(/^warning: stays in a folder/),
    ]);
  });

  test('names a database that is not there, and a folder that cannot be written', async () => {
    const env = { NODE_ENV: 'development', DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x', DATA_DIR: '/dev/null/x' };
    const found = await findings(root, env);
    expect(about(found, 'database')).toEqual([expect.stringMatching(/^bad: The database cannot be reached/)]);
    expect(about(found, 'disk')).toEqual([expect.stringMatching(/^bad: \/dev\/null\/x .*DATA_DIR/)]);
    expect(about(found, 'mail')).toEqual([expect.stringMatching(/^warning: .*SMTP_URL/)]);
  });
});
