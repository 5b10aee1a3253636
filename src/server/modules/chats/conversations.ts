// Reads the list of conversations, and pages of messages.
import { sql } from 'kysely';
import type { Chat, Message } from '#contract/chats';
import { CHAT } from '#domain/limits';
import { firstGraphemes } from '#domain/graphemes';
import { type Db, NAMED } from '../../db/index.ts';
import { cardOf, cards, notBlocked } from '../members/member-view.ts';
import { isConversationVisible } from '../members/relationship.ts';

const MAX_CHATS = 200;
/** Code points read for a preview, enough for its graphemes. */
const PREVIEW_CODE_POINTS = CHAT.previewLength * 10;

interface OwnSide {
  conversation: string;
  other: string;
  unread: number;
  last_seq: number;
  last_at: Date;
}

/** The member's conversations as `one` or `two`. */
const side = (tenant: number, me: string, mine: 'one' | 'two', other: 'one' | 'two') => sql`
  select id as conversation, ${sql.ref(other)} as other, ${sql.ref(`${mine}_unread`)} as unread, last_seq, last_at
  from conversation c where tenant = ${tenant} and ${sql.ref(mine)} = ${me} and ${isConversationVisible(sql`c`, sql`${me}::uuid`)}`;

/** The member's conversations, newest first, in one query. The last message may be a held one of their own. */
export async function listChats(db: Db, tenant: number, me: string, now: Date): Promise<Chat[]> {
  const both = sql<OwnSide>`(${side(tenant, me, 'one', 'two')} union all ${side(tenant, me, 'two', 'one')})`;
  const rows = await cards(db, tenant)
    // Planning it for all monthly partitions would take longer than reading them.
    .modifyFront(NAMED)
    .innerJoin(both.as('c'), (join) => join.onRef('c.other', '=', 'p.id'))
    .leftJoin('message as m', (join) =>
      join
        .on('m.tenant', '=', tenant)
        .onRef('m.conversation', '=', 'c.conversation')
        .onRef('m.seq', '=', 'c.last_seq')
        .onRef('m.at', '=', 'c.last_at'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('held_message')
          .select(['at as held_at', sql<string>`left(text, ${PREVIEW_CODE_POINTS}::int)`.as('held_text')])
          .where('tenant', '=', tenant)
          .whereRef('conversation', '=', 'c.conversation')
          .where('sender', '=', me)
          .orderBy('id', 'desc')
          .limit(1)
          .as('h'),
      (join) => join.onTrue(),
    )
    .select(['c.conversation', 'c.unread', 'm.seq', 'm.at', 'm.sender', 'h.held_at', 'h.held_text'])
    .select(sql<string | null>`left(m.text, ${PREVIEW_CODE_POINTS}::int)`.as('text'))
    .where('p.reachable', '=', true)
    .where(notBlocked(tenant, me))
    .orderBy(sql`greatest(c.last_at, h.held_at)`, 'desc')
    .orderBy('c.conversation')
    .limit(MAX_CHATS)
    .execute();
  return rows.map((row) => ({
    conversation: { id: row.conversation },
    profile: cardOf(row, now),
    num_unread_messages: row.unread,
    last: lastOf(row, me),
  }));
}

interface LastRow {
  readonly seq: number | null;
  readonly text: string | null;
  readonly at: Date | null;
  readonly sender: string | null;
  readonly held_at: Date | null;
  readonly held_text: string | null;
}

function lastOf({ seq, text, at, sender, held_at, held_text }: LastRow, me: string): Chat['last'] {
  const preview = (text: string): string => firstGraphemes(text, CHAT.previewLength);
  if (held_at && held_text !== null && (!at || held_at >= at))
    return { text: preview(held_text), at: held_at.toISOString(), mine: true, seq: 0 };
  if (seq === null || at === null || text === null) return null;
  return { text: preview(text), at: at.toISOString(), mine: sender === me, seq };
}

export interface MessagePage {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

/** A conversation and the time range of its messages. */
export interface MessageSpan {
  readonly id: string;
  readonly from: Date;
  readonly until: Date;
}

/** Messages of a conversation, oldest first: the newest ones, those before `before`, or those after `after`. */
export async function readMessages(
  db: Db,
  tenant: number,
  me: string,
  { id: conversation, from, until }: MessageSpan,
  { before, after, limit }: MessagePage,
): Promise<Message[]> {
  const isAscending = after !== undefined && before === undefined;
  const rows = await db
    .selectFrom('message')
    .select(['client_id', 'seq', 'sender', 'text', 'at'])
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('seq', '>', after ?? 0))
    .orderBy('seq', isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  if (!isAscending) rows.reverse();
  return rows.map(({ client_id, seq, sender, text, at }) => ({
    client_id,
    conversation,
    seq,
    mine: sender === me,
    text,
    at: at.toISOString(),
    held: false,
  }));
}
