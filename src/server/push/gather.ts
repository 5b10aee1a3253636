// Gathers the news of a member for a moment, then adds one job that tells all of it to the member's devices.
import { PUSH } from '#domain/push';
import { describeError } from '../db/errors.ts';
import type { SentEvent } from '../live/hub.ts';
import type { Services } from '../services.ts';
import { pushJob } from './send.ts';

export interface PushGatherer {
  /** Takes the events that this process has published. */
  take(events: readonly SentEvent[]): void;
  /** Adds the jobs that still wait. */
  close(): Promise<void>;
}

interface Waiting {
  readonly tenant: number;
  readonly account: string;
  readonly timer: NodeJS.Timeout;
}

export function openPushGatherer({ database, queue, log }: Pick<Services, 'database' | 'queue' | 'log'>): PushGatherer {
  const waiting = new Map<string, Waiting>();
  const add = async (key: string): Promise<void> => {
    const due = waiting.get(key);
    if (!due) return;
    waiting.delete(key);
    clearTimeout(due.timer);
    const { tenant, account } = due;
    await database
      .inTenant(tenant, async (db) => {
        const subscribed = await db
          .selectFrom('push_subscription')
          .select('session')
          .where('tenant', '=', tenant)
          .where('account', '=', account)
          .where('gone', '=', false)
          .limit(1)
          .executeTakeFirst();
        if (subscribed) await queue.add(db, pushJob, { tenant, account });
      })
      // `src/server/mail/notifications/sweep-events.ts` adds it later, as after a kill.
      .catch((error: unknown) => log.warn({ tenant, error: describeError(error) }, 'adding a push failed'));
  };
  return {
    take(events) {
      for (const { tenant, account, body } of events) {
        if (!isNews(body)) continue;
        const key = `${tenant} ${account}`;
        if (!waiting.has(key))
          waiting.set(key, { tenant, account, timer: setTimeout(() => void add(key), PUSH.gatherMs) });
      }
    },
    close: async () => void (await Promise.all([...waiting.keys()].map(add))),
  };
}

/** A message event with a balance goes to its sender. */
const isNews = (body: SentEvent['body']): boolean =>
  body.type === 'like' || (body.type === 'message' && body.credits === undefined);
