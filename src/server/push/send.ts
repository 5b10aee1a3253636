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
import { claimDevices, type Device, type Outcome, settleDevice } from './devices.ts';
import { postToPushService } from './dial.ts';
import { messageOf, type Told } from './message.ts';
import { readNews } from './news.ts';

const PushJob = z.strictObject({ tenant: z.int(), account: z.uuid(), conversation: z.optional(z.uuid()) });
type PushJob = z.infer<typeof PushJob>;

/** Sent at least once: `src/server/mail/notifications/sweep-events.ts` adds a job for what a killed process has not told. */
export const pushJob = jobKind({
  name: 'push',
  data: PushJob,
  retries: { times: 3, delay: 20, longest: 300 },
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
  const { tenant, account, conversation } = job;
  const end = await quietUntil(db, job, now);
  if (end) {
    if (await holdPushes(db, job, end, now)) await queue.add(db, pushJob, job, end);
    return null;
  }
  const wanted = await pushTypesOf(db, tenant, account);
  if (wanted.length === 0) return null;
  const { devices, busyUntil } = await claimDevices(db, job, wanted, now);
  if (busyUntil) await queue.add(db, pushJob, job, busyUntil);
  if (devices.length === 0) return null;
  return { devices, wanted, conversation, news: await readNews(db, tenant, account, now) };
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
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    log.warn({ tenant: site.id, status }, 'push refused');
    return status === 429 || status >= 500 ? 'later' : 'sent';
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
