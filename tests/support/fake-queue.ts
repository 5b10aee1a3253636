// The queue, the mailer and the phones of a test server: jobs wait in memory until a test runs them, mails and text messages are kept in lists.
import { JOB_KINDS } from '#server/jobs';
import { Mail, type Mailer } from '#server/mail/index';
import type { Queue } from '#server/queue';
import type { Services } from '#server/services';
import { Sms, type SmsSender } from '#server/sms/index';

export interface FakeQueue {
  readonly queue: Queue;
  readonly mailer: Mailer;
  readonly sms: SmsSender;
  /** Sent mails, oldest first. */
  readonly mails: Mail[];
  /** Sent text messages, oldest first. */
  readonly texts: Sms[];
  /** Runs the waiting jobs, as the real queue does; a failing job throws, and waits for the next run. */
  runJobs(services: Services): Promise<void>;
}

export function fakeQueue(): FakeQueue {
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const waiting: { name: string; data: unknown; after: Date | undefined }[] = [];
  return {
    mails,
    texts,
    queue: { add: (_, { name }, data, after) => Promise.resolve(void waiting.push({ name, data, after })) },
    mailer: { send: (mail) => Promise.resolve(void mails.push(Mail.parse(mail))) },
    sms: { send: (sms) => Promise.resolve(void texts.push(Sms.parse(sms))) },
    runJobs: async (services) => {
      const due = () => waiting.find(({ after }) => !after || after <= services.now());
      for (let next = due(); next; next = due()) {
        const { name, data } = next;
        const kind = JOB_KINDS.find((each) => each.name === name);
        if (!kind) throw new Error(`src/server/jobs.ts does not know the job ${name}.`);
        await kind.start(services, data);
        waiting.splice(waiting.indexOf(next), 1);
      }
    },
  };
}
