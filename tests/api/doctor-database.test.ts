// What the doctor finds in the database beside its version and rights: jobs that were given up.
import { expect, test } from 'vitest';
import { databaseFindings } from '#scripts/doctor/database';
import { readConfig } from '#server/config/index';
import { openJobs } from '#server/jobs';
import { passwordChangedMail } from '#server/mail/password-reset';
import { freshDatabase } from '../support/databases.ts';
import { siteAt, startTestServer } from '../support/server.ts';

const config = readConfig({ NODE_ENV: 'test' });

test('DE102 H9: jobs that failed at their last try are named by kind, with the way to run them again; without one there is no line', async () => {
  const database = await freshDatabase('postgres');
  const server = await startTestServer(database);
  const jobs = await openJobs(server.app.services);
  const jobLines = async () =>
    (await databaseFindings({ ...config, database })).flatMap(({ state, about, text }) =>
      about === 'jobs' ? `${state}: ${text}` : [],
    );
  expect(await jobLines()).toEqual([]);
  const { boss } = jobs.queue;
  const { name } = passwordChangedMail;
  await boss.send(name, { tenant: siteAt(0).id }, { retryLimit: 0 });
  const [job] = await boss.fetch(name);
  await boss.fail(name, job?.id ?? '');
  expect(await jobLines()).toEqual([expect.stringMatching(`^warning: .*: ${name} 1; .*jobs again KIND`)]);
  await jobs.stop();
  await server.close();
});
