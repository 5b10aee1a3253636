// Sends one member's news to the devices that subscribed: encrypted, in the form of Declarative Web Push.
import * as z from 'zod/mini';
import webpush from 'web-push';
import type { PushMessage } from '#contract/push';
import { isPushService, PUSH } from '#domain/push';
import type { Site } from '#site/load';
import { describeError } from '../db/errors.ts';
import type { Db } from '../db/index.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { pushTypesOf } from '../mail/notifications/choices.ts';
import { holdPushes, quietUntil } from '../mail/notifications/quiet-hours.ts';
import { claimDevices, type Device, settleDevice } from './devices.ts';
import { postToPushService } from './dial.ts';
import { messageOf, type Told } from './message.ts';
import { readNews } from './news.ts';
import { isUnknown, type Outcome, outcomeOf } from './outcome.ts';

/** `held` says that it has waited for the end of the quiet hours. An older process may name a conversation. */
const PushJob = z.strictObject({
  tenant: z.int(),
  account: z.uuid(),
  held: z.optional(z.literal(true)),
  conversation: z.optional(z.uuid()),
});
type PushJob = z.infer<typeof PushJob>;

/** Sent at least once: `src/server/mail/notifications/sweep-events.ts` adds a job for what a killed process has not told. */
export const pushJob = jobKind({
  name: 'push',
  data: PushJob,
  retries: { times: 8, delay: 20, longest: 3600 },
  ifGivenUp: 'not kept',
  run: pushNews,
});

async function pushNews(services: Services, job: PushJob): Promise<void> {
  const { tenant } = job;
  const now = services.now();
  const found = await services.database.inTenant(tenant, (db) => claimNews(services, db, job, now));
  if (!found) return;
  const site = siteOfTenant(services, tenant);
  const outcomes = await Promise.all(
    found.devices.map(async (device) => {
      const outcome = await deliver(services, site, device, messageOf(services, site, device, found));
      await services.database.inTenant(tenant, (db) => settleDevice(db, tenant, device, outcome, now));
      return outcome;
    }),
  );
  if (outcomes.includes('later')) throw new Error('A push service did not take a message.');
}

/** Null when there is nothing to send now. In quiet hours, and while another job sends, the job is added again for later. */
async function claimNews(
  { queue }: Services,
  db: Db,
  job: PushJob,
  now: Date,
): Promise<(Told & { readonly devices: readonly Device[] }) | null> {
  const { tenant, account } = job;
  const end = await quietUntil(db, job, now);
  if (end) {
    // The queue goes by the clock of the database, which may be ahead of ours: one that was held meets the quiet time again then.
    if ((await holdPushes(db, job, end, now)) || job.held)
      await queue.add(db, pushJob, { tenant, account, held: true }, end);
    return null;
  }
  const wanted = await pushTypesOf(db, tenant, account);
  if (wanted.length === 0) return null;
  const { devices, busyUntil } = await claimDevices(db, job, wanted, now);
  if (busyUntil) await queue.add(db, pushJob, job, busyUntil);
  if (devices.length === 0) return null;
  return { devices, wanted, news: await readNews(db, tenant, account, now) };
}

/** Asks the push service, at an address that `isPushService` knows. */
async function deliver(
  { pushKeys, config, log }: Services,
  site: Site,
  { endpoint, p256dh, auth }: Device,
  message: PushMessage,
): Promise<Outcome> {
  if (!isPushService(endpoint, config.pushOrigin)) return 'gone';
  const vapidDetails = { subject: `mailto:${site.siteSettings.support_email}`, ...(await pushKeys()) };
  const post = encrypted({ endpoint, keys: { p256dh, auth } }, message, vapidDetails);
  // No browser made these keys.
  if (!post) return 'gone';
  try {
    const status = await postToPushService(endpoint, post, config.pushOrigin);
    const outcome = outcomeOf(status, new URL(endpoint).hostname);
    if (outcome !== 'sent' && !isUnknown(status)) log.warn({ tenant: site.id, status }, 'push refused');
    return outcome;
  } catch (error) {
    log.warn({ tenant: site.id, error: describeError(error) }, 'push service not reached');
    return 'later';
  }
}

function encrypted(
  subscription: webpush.PushSubscription,
  message: PushMessage,
  vapidDetails: webpush.RequestOptions['vapidDetails'],
) {
  const options = { vapidDetails, TTL: PUSH.ttlSeconds, urgency: 'normal', topic: 'news' } as const;
  try {
    const { headers, body } = webpush.generateRequestDetails(subscription, JSON.stringify(message), options);
    return {
      headers: headers as Record<string, string>,
      body: new Uint8Array(body ?? []),
      timeoutMs: PUSH.timeoutMs,
    };
  } catch {
    return null;
  }
}
