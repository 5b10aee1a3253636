// Sends one notification mail with all that is due for a member, if at that moment the member still wants it and there is something to say.
import * as z from 'zod/mini';
import { notificationTypes, type NotificationType } from '#contract/notifications';
import { isWantedByDefault } from '#domain/notifications';
import { type Translate, translatorFor } from '#i18n/translator';
import type { Site } from '#site/load';
import type { Db } from '../../db/index.ts';
import { pageUrl } from '../../http/site-origins.ts';
import { jobKind } from '../../queue.ts';
import { siteOfTenant, type Services } from '../../services.ts';
import { composeMail, type MailFooter } from '../compose.ts';
import { countFreshSearches, countLikes, countNewMembers, countUnread } from './figures.ts';
import { oneClickUrl, stopPageUrl } from './unsubscribe-urls.ts';
import { gather, isGathered, markMailed, markTold, release } from './gathering.ts';
import { quietUntil } from './quiet-hours.ts';
import { mayBeMailed } from './recipients.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/**
 * `also` are further types that the same mail tells, `held` says that it has waited (see gathering.ts). `mailing` is the operator's, for the
 * types that the operator sends.
 */
const NotificationJob = z.strictObject({
  tenant: z.int(),
  account: z.uuid(),
  type: z.enum(notificationTypes),
  also: z.optional(z.array(z.enum(notificationTypes))),
  held: z.optional(z.literal(true)),
  mailing: z.optional(z.uuid()),
});
type NotificationJob = z.infer<typeof NotificationJob>;

export const notificationMail = jobKind({
  name: 'notification_mail',
  data: NotificationJob,
  retries: { times: 8, delay: 30, longest: 3600 },
  run: sendNotification,
});

/** The page that each type leads to; the operator's mails have no button. */
const PAGES: Readonly<Partial<Record<NotificationType, string>>> = {
  new_conversations: 'chats',
  new_messages: 'chats',
  unread_message_reminders: 'chats',
  like: 'likes',
  weekly_updates: 'members',
  reminders: 'profile',
  saved_searches: 'members',
};

/** A type of mail that is due for an account. */
export type Claim = readonly [account: string, type: NotificationType];

/** Adds one mail for each account with all of its types that can be told together. */
export async function addMails(
  queue: Services['queue'],
  db: Db,
  tenant: number,
  claims: readonly Claim[],
): Promise<void> {
  for (const [account, types] of Map.groupBy(claims, ([each]) => each)) {
    const [first, ...also] = types.map(([, type]) => type).filter(isGathered);
    if (first) await queue.add(db, notificationMail, { tenant, account, type: first, also });
    for (const [, type] of types)
      if (!isGathered(type)) await queue.add(db, notificationMail, { tenant, account, type });
  }
}

/** The types that are due now; without one the mail waits in the queue, or has nothing more to tell. */
async function typesDue({ queue, now }: Services, db: Db, job: NotificationJob) {
  if (isGathered(job.type)) {
    const gathered = await gather(db, job, now());
    if (!gathered) return null;
    if (!('until' in gathered)) return gathered;
    await queue.add(db, notificationMail, { ...job, held: true }, gathered.until);
    return null;
  }
  const end = await quietUntil(db, job, now());
  if (!end) return { types: [job.type], mailedAt: null };
  await queue.add(db, notificationMail, job, end);
  return null;
}

async function sendNotification(services: Services, job: NotificationJob): Promise<void> {
  const { tenant } = job;
  const isKept = isGathered(job.type);
  const found = await services.database.inTenant(tenant, async (db) => {
    const due = await typesDue(services, db, job);
    const from = { db, site: siteOfTenant(services, tenant), now: services.now() };
    const told = due && (await firstWithContent(from, job, due.types));
    if (!told) {
      if (due && isKept) await markTold(db, job);
      return null;
    }
    if (isKept) await markMailed(db, job, services.now());
    return { ...told, due, token: await unsubscribeToken(db, tenant, { ...job, types: told.types }) };
  });
  if (!found) return;
  try {
    await send(services, tenant, found);
  } catch (error) {
    const { types, mailedAt } = found.due;
    if (isKept) await services.database.inTenant(tenant, (db) => release(db, job, types, mailedAt));
    throw error;
  }
  if (isKept) await services.database.inTenant(tenant, (db) => markTold(db, job));
}

/** Where, on which site and when it is counted. */
interface Source {
  readonly db: Db;
  readonly site: Site;
  readonly now: Date;
}

interface Told {
  /** The first names the mail. */
  readonly types: readonly [NotificationType, ...NotificationType[]];
  readonly email: string;
  readonly language: string;
  readonly content: Content;
}

/** The mail of the first type that the member wants and that has something to say, with the figures of the others. */
async function firstWithContent(
  from: Source,
  job: NotificationJob,
  types: readonly NotificationType[],
): Promise<Told | null> {
  const all: Told[] = [];
  for (const type of types) {
    const recipient = await recipientOf(from.db, { ...job, type });
    const content = recipient && (await contentOf(from, { ...job, type }, recipient.language));
    if (content) all.push({ types: [type], ...recipient, content });
  }
  const [first, ...more] = all;
  return first ? more.reduce(withMore, first) : null;
}

const withMore = (told: Told, { types, content }: Told): Told => ({
  ...told,
  types: [...told.types, ...types],
  content: withFigures(told.content, content),
});

function withFigures(first: Content, more: Content): Content {
  if ('text' in first || 'text' in more) return first;
  const isTold = new Set(first.figures.map(([key]) => key));
  return { figures: [...first.figures, ...more.figures.filter(([key]) => !isTold.has(key))] };
}

async function send(
  services: Services,
  tenant: number,
  { types, email, language, content, token }: Told & { readonly token: string },
): Promise<void> {
  const site = siteOfTenant(services, tenant);
  const { translate } = translatorFor(language, site.texts(language));
  const body = 'text' in content ? content.text : content.figures.map((each) => figureText(translate, each)).join('\n');
  const [type] = types;
  const page = PAGES[type];
  const footer: MailFooter = {
    stop: stopPageUrl(services, site, language, token),
    settings: `${pageUrl(services, site, 'notifications', language)}?source=email`,
    oneClick: oneClickUrl(services, site, token),
    types,
  };
  const variables = { body, link: page ? pageUrl(services, site, page, language) : '' };
  await services.mailer.send(composeMail(site, language, email, type, variables, footer));
}

const figureText = (translate: Translate, [key, count]: Figure): string => translate(FIGURES[key], { count });

const FIGURES = {
  unread: 'shell:badge_unread',
  likes: 'shell:badge_likes',
  members: 'notifications:figure_members',
  searches: 'notifications:figure_searches',
} as const;
type Figure = readonly [keyof typeof FIGURES, number];
type Content = { readonly figures: readonly Figure[] } | { readonly text: string };

/** The member, if they may be mailed and want this type. */
async function recipientOf(db: Db, { tenant, account, type }: NotificationJob) {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('profile as me', (join) => join.onRef('me.tenant', '=', 'a.tenant').onRef('me.id', '=', 'a.id'))
    .leftJoin('notification as n', (join) =>
      join.onRef('n.tenant', '=', 'a.tenant').onRef('n.account', '=', 'a.id').on('n.type', '=', type),
    )
    .select(['a.email', 'a.language', 'n.wanted'])
    .where('a.tenant', '=', tenant)
    .where('a.id', '=', account)
    .where(mayBeMailed)
    .executeTakeFirst();
  return row && (row.wanted ?? isWantedByDefault(type)) ? row : null;
}

/** Real figures or the operator's text; null when there is nothing to say. */
async function contentOf(
  { db, site, now }: Source,
  { tenant, account, type, mailing }: NotificationJob,
  language: string,
): Promise<Content | null> {
  const some = (figures: readonly Figure[]): Content | null => {
    const counted = figures.filter(([, count]) => count > 0);
    return counted.length > 0 ? { figures: counted } : null;
  };
  switch (type) {
    case 'new_conversations':
    case 'new_messages':
    case 'unread_message_reminders':
      return some([['unread', await countUnread(db, tenant, account, now)]]);
    case 'like':
      return some([['likes', await countLikes(db, tenant, account)]]);
    case 'weekly_updates':
      return some([
        ['members', await countNewMembers(db, tenant, account, now)],
        ['likes', await countLikes(db, tenant, account)],
        ['unread', await countUnread(db, tenant, account, now)],
      ]);
    case 'saved_searches':
      return some([['searches', await countFreshSearches(db, site, account, now)]]);
    case 'reminders':
      return { figures: [] };
    case 'promotions':
    case 'news':
      return mailingText(db, tenant, mailing, language);
  }
}

async function mailingText(
  db: Db,
  tenant: number,
  mailing: string | undefined,
  language: string,
): Promise<Content | null> {
  const row = await db
    .selectFrom('mailing')
    .select('texts')
    .where('tenant', '=', tenant)
    .where('id', '=', mailing ?? null)
    .executeTakeFirst();
  const text = row?.texts[language];
  return text ? { text } : null;
}
