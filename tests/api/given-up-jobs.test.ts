// Jobs that failed at their last try: how long each kind is kept, what the log says of it, and running them again.
import type { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { carryOutJobs } from '#scripts/operator/jobs';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { countGivenUp, runGivenUpAgain } from '#server/given-up-jobs';
import { JOB_KINDS, openJobs } from '#server/jobs';
import { activationMail } from '#server/mail/activation';
import { loginMail } from '#server/mail/login-mail';
import { eventSweep } from '#server/mail/notifications/sweep-events';
import { passwordChangedMail, passwordResetMail } from '#server/mail/password-reset';
import { signupByMail } from '#server/modules/signup/join-by-mail';
import { pushJob } from '#server/push/send';
import { runJob } from '#server/run-job';
import { debitCodeMessage } from '#server/sms/debit-code';
import { eachEngine, siteAt, type TestServer } from '../support/server.ts';

/** The queue of the server, without a job that was given up before. */
async function openedQueue({ app, database }: TestServer): Promise<PgBoss> {
  const jobs = await openJobs(app.services);
  onTestFinished(() => jobs.stop());
  await database.boss.executeSql('delete from pgboss.job');
  return jobs.queue.boss;
}

async function giveUp(boss: PgBoss, name: string): Promise<void> {
  await boss.send(name, { tenant: siteAt(0).id }, { retryLimit: 0 });
  const [job] = await boss.fetch(name);
  await boss.fail(name, job?.id ?? '');
}

/** For how many hours each kind is kept. */
async function keptHours({ database }: TestServer): Promise<Record<string, number>> {
  const { rows } = await database.boss.executeSql(`select source_name as kind,
    extract(epoch from keep_until - created_on)::float8 / 3600 as hours from pgboss.job where source_name is not null`);
  return Object.fromEntries((rows as { kind: string; hours: number }[]).map(({ kind, hours }) => [kind, +hours]));
}

eachEngine('jobs that were given up', (server) => {
  test('DE102 H9: one is kept for a week, of joining for hours, and not at all if it comes again or would come too late', async () => {
    const boss = await openedQueue(server());
    const [week, hours] = [[passwordChangedMail], [activationMail, signupByMail]];
    const never = [pushJob, loginMail, passwordResetMail, debitCodeMessage, eventSweep];
    for (const { name } of [...week, ...hours, ...never]) await giveUp(boss, name);
    const kept = await keptHours(server());
    expect(kept).toEqual({
      [passwordChangedMail.name]: (7 * DAY_MS) / HOUR_MS,
      [activationMail.name]: 8,
      [signupByMail.name]: 8,
    });
    expect((await countGivenUp(server().database)).map(({ kind }) => kind).sort()).toEqual(Object.keys(kept).sort());
    await server().database.boss.executeSql(`update pgboss.job set keep_until = now() where source_name is not null`);
    expect(await countGivenUp(server().database)).toEqual([]);
  });

  test('DE102 H9: all of a kind run again, also when they are more than are moved at once; without any, the order says so', async () => {
    const boss = await openedQueue(server());
    const { database } = server();
    const given = { database, queue: { boss } };
    expect(await carryOutJobs(given, { kind: 'jobs' })).toEqual(['No job was given up.']);
    expect(await carryOutJobs(given, { kind: 'jobs', isJson: true })).toEqual([]);
    const { name } = passwordChangedMail;
    for (let times = 0; times < 3; times += 1) await giveUp(boss, name);
    await giveUp(boss, activationMail.name);
    expect(await runGivenUpAgain(boss, name, 2)).toBe(3);
    expect(await boss.fetch(name, { batchSize: 10 })).toHaveLength(3);
    expect(await countGivenUp(database)).toEqual([{ kind: activationMail.name, jobs: 1 }]);
    expect(await runGivenUpAgain(boss, activationMail.name, 1)).toBe(1);
  });

  test('DE102 H9: a kind that is no longer kept loses the queue in which it was', async () => {
    const boss = await openedQueue(server());
    await boss.updateQueue(eventSweep.name, { deadLetter: 'given_up' });
    const again = await openJobs(server().app.services);
    onTestFinished(() => again.stop());
    expect((await boss.getQueue(eventSweep.name))?.deadLetter ?? null).toBeNull();
  });

  test('DE102 H9: the log says of a failure whether the job is tried again, kept, or neither', async () => {
    const { app, logged } = server();
    const lineOf = async (name: string, retryCount: number): Promise<string> => {
      const kind = JOB_KINDS.find((each) => each.name === name) ?? pushJob;
      const failing = { ...kind, start: () => Promise.reject(new Error('away')) };
      await runJob(failing, app.services, { data: {}, retryCount, retryLimit: 2 });
      return (JSON.parse(logged.at(-1) ?? '') as { msg: string }).msg;
    };
    for (const { name } of [passwordChangedMail, pushJob]) expect(await lineOf(name, 1)).toBe('job failed');
    expect(await lineOf(passwordChangedMail.name, 2)).toBe('job given up');
    for (const { name } of [pushJob, loginMail, eventSweep])
      expect(await lineOf(name, 2)).toBe('job failed at its last try');
  });
});
