// Finds every few minutes which members are away and have new messages or likes, and adds a mail for each. It reads the
// stored live events, so that sending a message or a like costs nothing more.
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { NotificationType } from '#contract/notifications';
import { NOTIFICATION } from '#domain/notifications';
import type { Db } from '../../db/index.ts';
import { EVERY_FIVE_MINUTES, jobKind, type Queue } from '../../queue.ts';
import type { Services } from '../../services.ts';
import { claimMails } from './choices.ts';
import { pushJob } from '../../push/send.ts';
import { addMails, type Claim } from './notification-mail.ts';
import { isNewTalk, isWorthMailing, mayBeMailed, notMailedSince } from './recipients.ts';

const MINUTE = 60_000;
/** Events are kept a day; after a longer stop the daily reminder mails what was missed. */
const LONGEST = 20 * 60 * MINUTE;

/** A stretch of events by their time: `from` is excluded, `until` included. */
interface Stretch {
  readonly tenant: number;
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
}

export const eventSweep = jobKind({
  name: 'notification_sweep',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: EVERY_FIVE_MINUTES },
  run: sweepEvents,
});

async function sweepEvents({ database, queue, now }: Services, { tenant }: { tenant: number }): Promise<void> {
  await database.inTenant(tenant, async (db) => {
    const stretch = await nextStretch(db, tenant, now());
    if (!stretch) return;
    const claimed: Claim[] = [];
    for (const [type, due] of [
      ['new_conversations', waitingMessages(stretch, true)],
      ['new_messages', waitingMessages(stretch, false)],
      ['like', waitingLikes(stretch)],
    ] as const satisfies readonly (readonly [NotificationType, RawBuilder<unknown>])[])
      for (const account of await claimMails(db, { tenant, type, now: stretch.now }, due))
        claimed.push([account, type]);
    await addMails(queue, db, tenant, claimed);
    await addMissedPushes(queue, db, stretch);
  });
}

/**
 * A push job for members with news that a device of theirs was not told: the process that gathered it was killed. The events are what
 * pushes are owed by, since each is stored with its message or like.
 */
async function addMissedPushes(queue: Queue, db: Db, { tenant, from, until }: Stretch): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    select distinct e.account from event e
    where e.tenant = ${tenant}::smallint and e.at > ${from}::timestamptz and e.at <= ${until}::timestamptz
      and (e.body->>'type' = 'like' or e.body->>'type' = 'message' and e.body->>'credits' is null)
      and exists (select from push_subscription d where d.tenant = ${tenant}::smallint and d.account = e.account
        and not d.gone and d.pushed_at < e.at)`.execute(db);
  for (const { account } of rows) await queue.add(db, pushJob, { tenant, account });
}

/** What is old enough and not looked at yet. The row is locked, so that two sweeps take different stretches. */
async function nextStretch(db: Db, tenant: number, now: Date): Promise<Stretch | null> {
  const until = new Date(now.getTime() - NOTIFICATION.awayMinutes * MINUTE);
  const earliest = new Date(now.getTime() - LONGEST);
  await db
    .insertInto('notification_sweep')
    .values({ tenant, swept_to: earliest })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { swept_to } = await db
    .selectFrom('notification_sweep')
    .select('swept_to')
    .where('tenant', '=', tenant)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (swept_to >= until) return null;
  await db.updateTable('notification_sweep').set({ swept_to: until }).where('tenant', '=', tenant).execute();
  return { tenant, from: swept_to > earliest ? swept_to : earliest, until, now };
}

/** Accounts with an event whose member has not been here for `awayMinutes`, as `e`, `a` and `me`. */
const awayMembers = ({ tenant, until }: Stretch) => sql`
  event e
  join account a on a.tenant = ${tenant}::smallint and a.id = e.account
  join profile me on me.tenant = ${tenant}::smallint and me.id = e.account and me.last_active <= ${until}::timestamptz and ${mayBeMailed}`;

const isInStretch = ({ tenant, from, until }: Stretch, kind: 'message' | 'like') => sql`
  e.tenant = ${tenant}::smallint and e.at > ${from}::timestamptz and e.at <= ${until}::timestamptz and e.body->>'type' = ${kind}::text`;

/** Not twice while a member stays away, and not twice within `pauseMinutes`. */
const notMailedYet = ({ tenant, now }: Stretch, types: readonly NotificationType[]) =>
  notMailedSince(
    tenant,
    types,
    sql`least(me.last_active, ${new Date(now.getTime() - NOTIFICATION.pauseMinutes * MINUTE)}::timestamptz)`,
  );

/** Members with unread messages, in a conversation that is new to them (`isFirst`) or in an older one. */
const waitingMessages = (stretch: Stretch, isFirst: boolean): RawBuilder<unknown> => {
  const { tenant } = stretch;
  return sql`select distinct me.id as account from ${awayMembers(stretch)}
    join conversation c on c.tenant = ${tenant}::smallint and c.id = (e.body->>'conversation')::uuid and e.account in (c.one, c.two)
    join profile o on o.tenant = ${tenant}::smallint and o.id = case when c.one = me.id then c.two else c.one end
    where ${isInStretch(stretch, 'message')} and case when c.one = me.id then c.one_unread else c.two_unread end > 0
      and ${isFirst ? isNewTalk : sql`not ${isNewTalk}`} and ${isWorthMailing(tenant)}
      and ${notMailedYet(stretch, ['new_conversations', 'new_messages'])}`;
};

/** Members with likes that they have not seen. */
const waitingLikes = (stretch: Stretch): RawBuilder<unknown> => {
  const { tenant, from, until } = stretch;
  return sql`select distinct me.id as account from ${awayMembers(stretch)}
    join member_like l on l.tenant = ${tenant}::smallint and l.liked = me.id and not l.seen
      and l.at > ${from}::timestamptz and l.at <= ${until}::timestamptz
    join profile o on o.tenant = ${tenant}::smallint and o.id = l.liker
    where ${isInStretch(stretch, 'like')} and ${isWorthMailing(tenant)} and ${notMailedYet(stretch, ['like'])}`;
};
