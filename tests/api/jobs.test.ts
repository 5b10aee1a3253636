// The real queue under the app: a job commits with its transaction, and a mail survives an outage of the mail server.
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { STAFF_TENANT } from '#domain/staff';
import { createApp } from '#server/app';
import { carryOutJobs } from '#scripts/operator/jobs';
import { erasure, openJobs } from '#server/jobs';
import { activationMail } from '#server/mail/activation';
import { Mail } from '#server/mail/index';
import { passwordChangedMail } from '#server/mail/password-reset';
import { joinWith, rightForm } from '../support/joining.ts';
import { onBothEngines, siteAt, type TestServer } from '../support/server.ts';
import { eventually } from '../support/eventually.ts';

/** A second app on the server's database with the real queue, and a mail server that fails `failures` times. */
async function withJobs(server: TestServer, failures = 0) {
  const mails: Mail[] = [];
  let left = failures;
  const mailer = {
    send: async (mail: Mail) => {
      if (left > 0) {
        left -= 1;
        throw new Error('connect ECONNREFUSED');
      }
      mails.push(Mail.parse(mail));
    },
  };
  const jobs = await openJobs(server.app.services);
  const app = await createApp({ ...server.app.services, formPage: undefined as never, queue: jobs.queue, mailer });
  await jobs.work(app.services, []);
  onTestFinished(async () => {
    await jobs.stop();
    await app.close();
  });
  return {
    jobs,
    mails,
    joining: { ...server, call: (path: string, options = {}) => server.callApp(app, path, options) },
  };
}

const jobsIn = async (server: TestServer): Promise<{ state: string; data: unknown }[]> =>
  (await server.database.boss.executeSql(`select state, data from pgboss.job where name = '${activationMail.name}'`))
    .rows as {
    state: string;
    data: unknown;
  }[];

onBothEngines('jobs', (server) => {
  test('H9 SG11: joining queues its mail in its own transaction, and the queue sends it', async () => {
    const { mails, joining } = await withJobs(server());
    const form = rightForm();
    const answer = await joinWith(joining, form);
    expect(answer.status, server().logged.join('')).toBe(200);
    await eventually(() => expect(mails.map(({ to }) => to)).toContain(form['email']));
    const queued = JSON.stringify(await jobsIn(server()));
    expect(queued).toContain(`"tenant":${siteAt(0).id}`);
    expect(queued).not.toContain(form['email']);
    expect(queued).not.toContain(new URL(/^http\S+$/m.exec(mails[0]?.text ?? '')?.[0] ?? '').searchParams.get('token'));
  });

  test('H9: a job whose transaction fails is never run', async () => {
    const { jobs } = await withJobs(server());
    const place = crypto.randomUUID();
    const failing = server().database.inTenant(siteAt(0).id, async (db) => {
      await jobs.queue.add(db, activationMail, { tenant: siteAt(0).id, place, language: 'en' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(JSON.stringify(await jobsIn(server()))).not.toContain(place);
  });

  test('H6 H9: with the mail server down the mail waits, and is sent later with a valid link', async () => {
    const { mails, joining } = await withJobs(server(), 2);
    const form = rightForm();
    expect((await joinWith(joining, form)).status).toBe(200);
    const hurry = `update pgboss.job set start_after = now() where name = '${activationMail.name}' and state = 'retry'`;
    await eventually(async () => {
      await server().database.boss.executeSql(hurry);
      expect(mails.map(({ to }) => to)).toContain(form['email']);
    });
    expect(server().logged.join('')).toMatch(/"route":"job.activation_mail".*job failed/);
    expect(server().logged.join('')).not.toContain(form['email']);
    const token = new URL(/^http\S+$/m.exec(mails[0]?.text ?? '')?.[0] ?? '').searchParams.get('token');
    expect((await joining.call('/api/activate.php', { json: { token, password: form['password'] } })).status).toBe(200);
  });

  test('DE102 H9: a job that fails at its last try is logged and counted as given up, and runs again when an operator says so', async () => {
    const { jobs, mails, joining } = await withJobs(server(), 1);
    const given = { database: server().database, queue: jobs.queue };
    await jobs.queue.boss.updateQueue(activationMail.name, { retryLimit: 0 });
    // Reads the queue's options anew: within the transaction the one connection of the embedded database is taken.
    await jobs.queue.boss.fetch(activationMail.name);
    const form = rightForm();
    expect((await joinWith(joining, form)).status).toBe(200);
    const one = { kind: activationMail.name, jobs: 1 };
    await eventually(async () => expect(await jobs.givenUp()).toEqual([one]));
    expect(server().logged.join('')).toMatch(/"route":"job.activation_mail".*job given up/);
    expect(mails).toEqual([]);
    expect(await carryOutJobs(given, { kind: 'jobs' })).toEqual([JSON.stringify(one)]);
    await expect(carryOutJobs(given, { kind: 'jobs', again: 'push' })).rejects.toThrow('"push"');
    expect(await carryOutJobs(given, { kind: 'jobs', again: one.kind })).toEqual([
      JSON.stringify({ kind: one.kind, added: 1 }),
    ]);
    await eventually(() => expect(mails.map(({ to }) => to)).toContain(form['email']));
    expect(await jobs.givenUp()).toEqual([]);
  });

  test('DE102 H9: a job whose process is killed at its last try counts as given up; a scheduled one comes again by itself', async () => {
    const { database, app } = server();
    const jobs = await openJobs(app.services);
    onTestFinished(() => jobs.stop());
    const { boss } = jobs.queue;
    const kinds = [passwordChangedMail.name, erasure.name];
    for (const name of kinds) {
      await boss.send(name, { tenant: siteAt(0).id }, { retryLimit: 0 });
      expect(await boss.fetch(name)).toHaveLength(1);
    }
    const killed = `update pgboss.job set started_on = now() - interval '1 day' where state = 'active' and name = any($1::text[])`;
    await database.boss.executeSql(killed, [kinds]);
    // Each queue is looked through once a minute.
    await database.boss.executeSql('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
    for (const name of kinds) await boss.supervise(name);
    expect(await jobs.givenUp()).toEqual([{ kind: passwordChangedMail.name, jobs: 1 }]);
    await boss.deleteAllJobs('given_up');
  });

  test('H9: two processes that start at once both get a queue', async () => {
    const both = await Promise.all([openJobs(server().app.services), openJobs(server().app.services)]);
    for (const { stop } of both) await stop();
  });

  test('H9: a start removes the schedules of kinds and brands that are gone, and keeps those of brands served elsewhere', async () => {
    const { services } = server().app;
    const jobs = await openJobs(services);
    const { boss } = jobs.queue;
    onTestFinished(async () => {
      await boss.unschedule('purge', String(siteAt(1).id));
      await jobs.stop();
    });
    const gone = 999_999;
    await boss.createQueue('gone_kind');
    for (const [name, tenant] of [
      ['gone_kind', siteAt(0).id],
      [activationMail.name, siteAt(0).id],
      ['purge', gone],
      ['purge', siteAt(1).id],
    ] as const)
      await boss.schedule(name, '0 0 1 1 *', { tenant }, { key: String(tenant) });
    await jobs.work(services, [siteAt(0)]);
    const keysOf = async (name: string) => (await boss.getSchedules(name)).map(({ key }) => key).sort();
    expect(await keysOf('gone_kind')).toEqual([]);
    expect(await keysOf(activationMail.name)).toEqual([]);
    expect(await keysOf('purge')).toEqual([siteAt(0).id, siteAt(1).id, STAFF_TENANT].map(String).sort());
    expect(await boss.getSchedules('rotate_partitions')).toMatchObject([{ key: '', data: { tenant: siteAt(0).id } }]);
    expect(await boss.getSchedules('count_trust')).toMatchObject([{ cron: '7 * * * *', timezone: 'UTC' }]);
  });

  test('H9: the queue runs a purge for each tenant', async () => {
    const { database, app } = server();
    const member = await server().member();
    await database.inTenant(siteAt(0).id, (db) =>
      db
        .updateTable('session')
        .set({ expires_at: new Date(0) })
        .where('account', '=', member.id)
        .execute(),
    );
    const jobs = await openJobs(app.services);
    await jobs.work(app.services, [siteAt(0)]);
    const boss = new PgBoss({ db: database.boss, backend: database.name, supervise: false, schedule: false });
    await boss.start();
    const tenantsOf = async (name: string) => (await boss.getSchedules(name)).map(({ data }) => data);
    expect(await tenantsOf('check_ledger')).toEqual([{ tenant: siteAt(0).id }]);
    expect(await tenantsOf('purge')).toHaveLength(2);
    expect(await tenantsOf('purge')).toEqual(
      expect.arrayContaining([{ tenant: siteAt(0).id }, { tenant: STAFF_TENANT }]),
    );
    await boss.send('purge', { tenant: siteAt(0).id });
    const count = async (): Promise<number> =>
      (
        await database.inTenant(siteAt(0).id, (db) =>
          db.selectFrom('session').select('account').where('account', '=', member.id).execute(),
        )
      ).length;
    await eventually(async () => expect(await count()).toBe(0));
    await boss.stop({ graceful: false, close: false });
    await jobs.stop();
  });
});
