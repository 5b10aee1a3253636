// What a push tells: how much is new, and what of it that the member wants by push came after the last one.
import { sql } from 'kysely';
import type { PushType } from '#contract/notifications';
import type { Db } from '../db/index.ts';
import { countLikes, countUnread, readUnread } from '../mail/notifications/figures.ts';
import { isNewTalk, isShown, isWorthMailing } from '../mail/notifications/recipients.ts';

export interface News {
  readonly unread: number;
  /** The conversation that has all that is unread; null when several do. */
  readonly chat: string | null;
  readonly likes: number;
  /** The number of the page title, which counts fictional profiles too (`src/stores/notification-count.ts`). */
  readonly badge: number;
}

export async function readNews(db: Db, tenant: number, account: string, now: Date): Promise<News> {
  const isCounted = isShown(tenant);
  const { count: unread, only: chat } = await readUnread(db, tenant, account, now);
  return {
    ...{ unread, chat },
    likes: await countLikes(db, tenant, account),
    badge:
      (await countUnread(db, tenant, account, now, isCounted)) + (await countLikes(db, tenant, account, isCounted)),
  };
}

interface Asked {
  readonly tenant: number;
  readonly account: string;
  readonly wanted: readonly PushType[];
}

/** What came after the last push: whether messages did, and the time of the newest. */
export interface Fresh {
  readonly messages: boolean;
  readonly at: Date;
}

/** The unread messages and new likes of a wanted type that came after `since`; null without any. A member's own actions never do. */
export async function freshNews(db: Db, { tenant, account, wanted }: Asked, since: Date): Promise<Fresh | null> {
  const { rows } = await sql<{ message: Date | null; newest: Date | null }>`
    select message, greatest(message, liked) as newest from (select (
      select max(n.at) from conversation c
      join profile me on me.tenant = ${tenant}::smallint and me.id = ${account}::uuid
      join profile o on o.tenant = ${tenant}::smallint and o.id = case when c.one = me.id then c.two else c.one end
      cross join lateral (select max(m.at) as at from message m where m.tenant = ${tenant}::smallint and m.conversation = c.id
        and m.at > ${since}::timestamptz and m.at <= c.last_at and m.sender <> ${account}) n
      where c.tenant = ${tenant}::smallint and ${account}::uuid in (c.one, c.two) and c.last_at > ${since}::timestamptz
        and case when c.one = ${account}::uuid then c.one_unread else c.two_unread end > 0 and ${isWorthMailing(tenant)}
        and case when ${isNewTalk} then 'new_conversations' else 'new_messages' end = any(${wanted}::text[])
    ) as message, (
      select max(l.at) from member_like l
      join profile me on me.tenant = ${tenant}::smallint and me.id = l.liked
      join profile o on o.tenant = ${tenant}::smallint and o.id = l.liker
      where l.tenant = ${tenant}::smallint and l.liked = ${account}::uuid and not l.seen and l.at > ${since}::timestamptz
        and ${isWorthMailing(tenant)} and 'like' = any(${wanted}::text[])
    ) as liked) fresh`.execute(db);
  const { message = null, newest = null } = rows[0] ?? {};
  return newest && { messages: message !== null, at: newest };
}
