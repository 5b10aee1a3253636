// The queue and the mailer of a test server: jobs wait in memory until a test runs them, mails are kept in a list.
import { JOB_KINDS } from '#server/jobs';
import { Mail, type Mailer } from '#server/mail/index';
import type { Queue } from '#server/queue';
import type { Services } from '#server/services';

export interface FakeQueue {
  readonly queue: Queue;
  readonly mailer: Mailer;
  /** Sent mails, oldest first. */
  readonly mails: Mail[];
  /** Runs the waiting jobs, as the real queue does; a failing job throws. */
  runJobs(services: Services): Promise<void>;
}

export function fakeQueue(): FakeQueue {
  const mails: Mail[] = [];
  const waiting: { name: string; data: unknown }[] = [];
  return {
    mails,
    queue: { add: (_, { name }, data) => Promise.resolve(void waiting.push({ name, data })) },
    mailer: { send: (mail) => Promise.resolve(void mails.push(Mail.parse(mail))) },
    runJobs: async (services) => {
      for (const { name, data } of waiting.splice(0)) {
        const kind = JOB_KINDS.find((each) => each.name === name);
        if (!kind) throw new Error(`src/server/jobs.ts does not know the job ${name}.`);
        await kind.start(services, data);
      }
    },
  };
}
