// Once a day: reminders of unread messages, weekly updates, and the reminder of an unfinished profile, a page of members at a time.
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { NotificationType } from '#contract/notifications';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { NOTIFICATION } from '#domain/notifications';
import { isoDay } from '#domain/iso-day';
import type { Db } from '../../db/index.ts';
import { jobKind } from '../../queue.ts';
import type { Services } from '../../services.ts';
import { claimMails } from './choices.ts';
import { addMails, type Claim } from './notification-mail.ts';
import { isWorthMailing, mayBeMailed } from './recipients.ts';

const MEMBERS_AT_ONCE = 500;

/** `after` is the last member of the page before. */
export const dailySweep = jobKind({
  name: 'notification_daily',
  data: z.strictObject({ tenant: z.int(), after: z.optional(z.uuid()) }),
  // A time at which members in Europe and America are awake.
  schedule: { cron: '0 16 * * *' },
  run: sweepMembers,
});

interface Page {
  readonly tenant: number;
  readonly now: Date;
  readonly members: readonly string[];
}

async function sweepMembers(
  { database, queue, now }: Services,
  { tenant, after }: { tenant: number; after?: string | undefined },
): Promise<void> {
  await database.inTenant(tenant, async (db) => {
    const members = await nextMembers(db, tenant, after, now());
    const last = members.at(-1);
    if (!last) return;
    const page = { tenant, now: now(), members };
    const due: readonly (readonly [NotificationType, RawBuilder<unknown>])[] = [
      ['unread_message_reminders', withUnread(page)],
      ['weekly_updates', withUpdateDue(page)],
      ['reminders', withUnfinishedProfile(page)],
      ['saved_searches', withSavedSearch(page)],
    ];
    const claimed: Claim[] = [];
    for (const [type, accounts] of due) {
      const wanting = await claimMails(db, { tenant, type, now: page.now }, accounts);
      if (type === 'saved_searches') await moveWindow(db, tenant, wanting, page.now);
      for (const account of wanting) claimed.push([account, type]);
    }
    await addMails(queue, db, tenant, claimed);
    if (members.length === MEMBERS_AT_ONCE) await queue.add(db, dailySweep, { tenant, after: last });
  });
}

/** The next members, by id, who may be mailed and have been here within `forgottenDays`. */
async function nextMembers(db: Db, tenant: number, after: string | undefined, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('profile as me')
    .innerJoin('account as a', (join) => join.onRef('a.tenant', '=', 'me.tenant').onRef('a.id', '=', 'me.id'))
    .select('me.id')
    .where('me.tenant', '=', tenant)
    .where(mayBeMailed)
    .where('me.fictional', '=', false)
    .where('me.last_active', '>', new Date(now.getTime() - NOTIFICATION.forgottenDays * DAY_MS))
    .$if(after !== undefined, (query) => query.where('me.id', '>', after ?? ''))
    .orderBy('me.id')
    .limit(MEMBERS_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

const ofPage = ({ tenant, members }: Page): RawBuilder<boolean> =>
  sql`me.tenant = ${tenant}::smallint and me.id = any(${members}::uuid[])`;

/** When a mail of a type was sent, as `n`; null when never. */
const lastSent = (tenant: number, type: NotificationType): RawBuilder<unknown> => sql`
  left join notification n on n.tenant = ${tenant}::smallint and n.account = me.id and n.type = ${type}::text`;

/** Away for a day, with messages as old that no reminder has counted yet; at most one on a calendar day (UTC). */
function withUnread(page: Page): RawBuilder<unknown> {
  const { tenant, now } = page;
  const before = new Date(now.getTime() - NOTIFICATION.reminderHours * HOUR_MS);
  const today = new Date(isoDay(now));
  return sql`select me.id as account from profile me ${lastSent(tenant, 'unread_message_reminders')}
    where ${ofPage(page)} and me.last_active <= ${before}::timestamptz and (n.sent_at is null or n.sent_at < ${today}::timestamptz)
      and exists (select from (
          select two as other, last_at, one_unread as unread from conversation where tenant = ${tenant}::smallint and one = me.id
          union all select one, last_at, two_unread from conversation where tenant = ${tenant}::smallint and two = me.id
        ) c join profile o on o.tenant = ${tenant}::smallint and o.id = c.other
        where c.unread > 0 and c.last_at <= ${before}::timestamptz
          and (n.sent_at is null or c.last_at > n.sent_at - make_interval(hours => ${NOTIFICATION.reminderHours}::int))
          and ${isWorthMailing(tenant)})`;
}

/** A week after the signup, and after the update before. The hour lets the job run a little earlier than last time. */
function withUpdateDue(page: Page): RawBuilder<unknown> {
  const { tenant, now } = page;
  const before = new Date(now.getTime() - NOTIFICATION.updateDays * DAY_MS + HOUR_MS);
  return sql`select me.id as account from profile me join account a on a.tenant = ${tenant}::smallint and a.id = me.id
    ${lastSent(tenant, 'weekly_updates')}
    where ${ofPage(page)} and a.signup_at <= ${before}::timestamptz and (n.sent_at is null or n.sent_at <= ${before}::timestamptz)`;
}

/** Without a main photo or a text, some days after the signup; once. */
function withUnfinishedProfile(page: Page): RawBuilder<unknown> {
  const { tenant, now } = page;
  const [from, until] = [NOTIFICATION.profileUntilDays, NOTIFICATION.profileDays].map(
    (days) => new Date(now.getTime() - days * DAY_MS),
  );
  return sql`select me.id as account from profile me join account a on a.tenant = ${tenant}::smallint and a.id = me.id
    ${lastSent(tenant, 'reminders')}
    where ${ofPage(page)} and n.sent_at is null and a.signup_at > ${from}::timestamptz and a.signup_at <= ${until}::timestamptz
      and (me.main_photo is null or coalesce(me.about, '') = '')`;
}

/** At most one alert on a calendar day (UTC). */
function withSavedSearch(page: Page): RawBuilder<unknown> {
  const { tenant, now } = page;
  const today = new Date(isoDay(now));
  return sql`select me.id as account from profile me ${lastSent(tenant, 'saved_searches')}
    where ${ofPage(page)} and (n.sent_at is null or n.sent_at < ${today}::timestamptz)
      and exists (select from saved_search s where s.tenant = ${tenant}::smallint and s.account = me.id)`;
}

/** The mail tells of who arrived in this time, whenever it is sent or tried again. */
async function moveWindow(db: Db, tenant: number, accounts: readonly string[], now: Date): Promise<void> {
  if (accounts.length === 0) return;
  const oldest = new Date(now.getTime() - NOTIFICATION.newForDays * DAY_MS);
  await db
    .updateTable('saved_search')
    .set({ news_from: sql<Date>`greatest(news_to, ${oldest}::timestamptz)`, news_to: now })
    .where('tenant', '=', tenant)
    .where('account', 'in', accounts)
    .execute();
}
