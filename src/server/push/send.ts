// Sends one member's news to the devices that subscribed: encrypted, in the form of Declarative Web Push.
import * as z from 'zod/mini';
import webpush from 'web-push';
import type { PushType } from '#contract/notifications';
import type { PushMessage } from '#contract/push';
import { isPushService, PUSH } from '#domain/push';
import { pathOf } from '#domain/routes';
import { translatorFor } from '#i18n/translator';
import type { Site } from '#site/load';
import { LIVE_STATUSES } from '../auth/sessions.ts';
import type { Db } from '../db/index.ts';
import { originOf, pageUrl } from '../http/site-origins.ts';
import { jobKind } from '../queue.ts';
import { siteOfTenant, type Services } from '../services.ts';
import { pushTypesOf } from '../mail/notifications/choices.ts';
import { holdPushes, quietUntil } from '../mail/notifications/quiet-hours.ts';
import { hasNewsSince, type News, readNews } from './news.ts';

const PushJob = z.strictObject({ tenant: z.int(), account: z.uuid(), conversation: z.optional(z.uuid()) });
type PushJob = z.infer<typeof PushJob>;

export const pushJob = jobKind({
  name: 'push',
  data: PushJob,
  retries: { times: 3, delay: 20, longest: 300 },
  run: pushNews,
});

async function pushNews(services: Services, job: PushJob): Promise<void> {
  const { tenant, account } = job;
  const now = services.now();
  const found = await services.database.inTenant(tenant, async (db) => {
    const end = await quietUntil(db, job, now);
    if (end) {
      if (await holdPushes(db, job, end, now)) await services.queue.add(db, pushJob, job, end);
      return null;
    }
    const wanted = await pushTypesOf(db, tenant, account);
    const devices = wanted.length > 0 ? await claimDevices(db, job, wanted, now) : [];
    return devices.length > 0 ? { devices, wanted, news: await readNews(db, tenant, account) } : null;
  });
  if (!found) return;
  const site = siteOfTenant(services, tenant);
  const outcomes = await Promise.all(
    found.devices.map(async (device) => {
      const outcome = await deliver(services, site, device, messageOf(services, site, job, device, found));
      if (outcome !== 'sent') await services.database.inTenant(tenant, (db) => settle(db, tenant, device, outcome));
      return outcome;
    }),
  );
  if (outcomes.includes('later')) throw new Error('A push service did not take a message.');
}

/** The devices with a live login to which something wanted is new since their last push, which is now. */
async function claimDevices(db: Db, { tenant, account }: PushJob, wanted: readonly PushType[], now: Date) {
  const rows = await db
    .selectFrom('push_subscription as d')
    .innerJoin('session as s', (join) =>
      join.onRef('s.tenant', '=', 'd.tenant').onRef('s.token_hash', '=', 'd.session'),
    )
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'd.tenant').onRef('a.id', '=', 'd.account'))
    .select(['d.session', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.details', 'd.pushed_at', 'a.language'])
    .where('d.tenant', '=', tenant)
    .where('d.account', '=', account)
    .where('s.expires_at', '>', now)
    .where('a.status', 'in', LIVE_STATUSES)
    .forUpdate('d')
    .execute();
  const due = [];
  for (const row of rows) if (await hasNewsSince(db, { tenant, account, wanted }, row.pushed_at)) due.push(row);
  if (due.length > 0)
    await db
      .updateTable('push_subscription')
      .set({ pushed_at: now })
      .where('tenant', '=', tenant)
      .where(
        'session',
        'in',
        due.map(({ session }) => session),
      )
      .execute();
  return due;
}
type Device = Awaited<ReturnType<typeof claimDevices>>[number];

interface Told {
  readonly wanted: readonly PushType[];
  readonly news: News;
}

/** A neutral text, unless the member opted in to details (requirement PU11). The badge counts as the pages do, the text only what is wanted. */
function messageOf(services: Services, site: Site, job: PushJob, device: Device, { wanted, news }: Told): PushMessage {
  const { language } = device;
  const unread = wanted.some((type) => type !== 'like') ? news.unread : 0;
  const likes = wanted.includes('like') ? news.likes : 0;
  const { translate } = translatorFor(language, site.texts(language));
  const figures = [
    ...(unread > 0 ? [translate('shell:badge_unread', { count: unread })] : []),
    ...(likes > 0 ? [translate('shell:badge_likes', { count: likes })] : []),
  ];
  const page =
    unread === 0 ? pageUrl(services, site, 'likes', language) : talkUrl(services, site, job, language, unread);
  return {
    web_push: 8030,
    notification: {
      title: site.name,
      body: device.details && figures.length > 0 ? figures.join(' · ') : translate('notifications:push_neutral'),
      lang: language,
      tag: 'news',
      navigate: page,
      app_badge: String(news.unread + news.likes),
    },
  };
}

const talkUrl = (
  services: Services,
  site: Site,
  { conversation }: PushJob,
  language: string,
  unread: number,
): string =>
  conversation && unread === 1
    ? originOf(services, site) + pathOf('chats-id', language, { id: conversation })
    : pageUrl(services, site, 'chats', language);

type Outcome = 'sent' | 'gone' | 'later';

/** Asks the push service. It is dialled only at an address that `isPushService` knows, and never redirects. */
async function deliver(
  { pushKeys, config, log }: Services,
  site: Site,
  device: Device,
  message: PushMessage,
): Promise<Outcome> {
  const { endpoint, p256dh, auth } = device;
  if (!isPushService(endpoint, config.pushOrigin)) return 'gone';
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: `mailto:${site.siteSettings.support_email}`, ...(await pushKeys()) },
      TTL: PUSH.ttlSeconds,
      urgency: 'normal',
      topic: 'news',
    },
  );
  try {
    const { status } = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(PUSH.timeoutMs),
    });
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    log.warn({ tenant: site.id, status }, 'push refused');
    return status === 429 || status >= 500 ? 'later' : 'sent';
  } catch {
    return 'later';
  }
}

/** A subscription that is gone is deleted. What could not be sent counts as not pushed, so the retry sends it. */
async function settle(db: Db, tenant: number, device: Device, outcome: Exclude<Outcome, 'sent'>): Promise<void> {
  const { session, endpoint, pushed_at } = device;
  if (outcome === 'gone') {
    await db
      .deleteFrom('push_subscription')
      .where('tenant', '=', tenant)
      .where('session', '=', session)
      .where('endpoint', '=', endpoint)
      .execute();
    return;
  }
  await db
    .updateTable('push_subscription')
    .set({ pushed_at })
    .where('tenant', '=', tenant)
    .where('session', '=', session)
    .execute();
}
