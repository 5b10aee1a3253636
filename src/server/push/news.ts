// What a push tells: how much is new, and whether anything that the member wants by push came after the last one.
import { sql } from 'kysely';
import type { PushType } from '#contract/notifications';
import type { Db } from '../db/index.ts';
import { countLikes, countUnread } from '../mail/notifications/figures.ts';
import { isNewTalk, isShown, isWorthMailing } from '../mail/notifications/recipients.ts';

export interface News {
  readonly unread: number;
  readonly likes: number;
  /** The number of the page title, which counts fictional profiles too (`src/stores/notification-count.ts`). */
  readonly badge: number;
}

export async function readNews(db: Db, tenant: number, account: string, now: Date): Promise<News> {
  const isCounted = isShown(tenant);
  const unread = await countUnread(db, tenant, account, now, isCounted);
  return {
    unread: await countUnread(db, tenant, account, now),
    likes: await countLikes(db, tenant, account),
    badge: unread + (await countLikes(db, tenant, account, isCounted)),
  };
}

interface Asked {
  readonly tenant: number;
  readonly account: string;
  readonly wanted: readonly PushType[];
}

/** Whether an unread message or a new like of a wanted type came after `since`. A member's own actions never do. */
export async function hasNewsSince(db: Db, { tenant, account, wanted }: Asked, since: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from conversation c
      join profile me on me.tenant = ${tenant}::smallint and me.id = ${account}::uuid
      join profile o on o.tenant = ${tenant}::smallint and o.id = case when c.one = me.id then c.two else c.one end
      where c.tenant = ${tenant}::smallint and ${account}::uuid in (c.one, c.two) and c.last_at > ${since}::timestamptz
        and case when c.one = ${account}::uuid then c.one_unread else c.two_unread end > 0 and ${isWorthMailing(tenant)}
        and case when ${isNewTalk} then 'new_conversations' else 'new_messages' end = any(${wanted}::text[])
        and exists (select from message m where m.tenant = ${tenant}::smallint and m.conversation = c.id
          and m.at > ${since}::timestamptz and m.at <= c.last_at and m.sender <> ${account}::uuid)
    ) or exists (
      select from member_like l
      join profile me on me.tenant = ${tenant}::smallint and me.id = l.liked
      join profile o on o.tenant = ${tenant}::smallint and o.id = l.liker
      where l.tenant = ${tenant}::smallint and l.liked = ${account}::uuid and not l.seen and l.at > ${since}::timestamptz
        and ${isWorthMailing(tenant)} and 'like' = any(${wanted}::text[])
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}
