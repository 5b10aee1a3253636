// Reads the list of conversations, and pages of messages.
import { sql } from 'kysely';
import type { Chat, GiftId, Message } from '#contract/chats';
import { CHAT } from '#domain/limits';
import { firstGraphemes } from '#domain/graphemes';
import { type Db, NAMED } from '../../db/index.ts';
import { cardOf, cards, notBlocked } from '../members/member-view.ts';
import { type MessageContent, shownContent } from './content.ts';
import { isHistoryHidden } from './history.ts';
import { toMessage } from './message.ts';

const MAX_CHATS = 200;
/** Code points read for a preview, enough for its graphemes. */
const PREVIEW_CODE_POINTS = CHAT.previewLength * 10;

interface OwnSide {
  conversation: string;
  other: string;
  unread: number;
  last_seq: number;
  last_at: Date;
  deleted_to: number;
}

/**
 * The member's conversations as `one` or `two`, that is those with a message the member has not deleted, and the new ones
 * they started.
 */
const side = (tenant: number, me: string, mine: 'one' | 'two', other: 'one' | 'two') => sql`
  select id as conversation, ${sql.ref(other)} as other, ${sql.ref(`${mine}_unread`)} as unread, last_seq, last_at,
    coalesce(${sql.ref(`${mine}_deleted_to`)}, 0) as deleted_to
  from conversation c where tenant = ${tenant} and ${sql.ref(mine)} = ${me} and (
    last_seq > coalesce(${sql.ref(`${mine}_deleted_to`)}, case when starter = ${me}::uuid then -1 else 0 end)
    or exists (select from held_message h where h.tenant = c.tenant and h.conversation = c.id and h.sender = ${me}::uuid))`;

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
        .onRef('m.at', '=', 'c.last_at')
        .onRef('m.seq', '>', 'c.deleted_to'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('held_message')
          .select([
            'at as held_at',
            'gift as held_gift',
            'picture as held_picture',
            sql<string>`left(text, ${PREVIEW_CODE_POINTS}::int)`.as('held_text'),
          ])
          .where('tenant', '=', tenant)
          .whereRef('conversation', '=', 'c.conversation')
          .where('sender', '=', me)
          .orderBy('id', 'desc')
          .limit(1)
          .as('h'),
      (join) => join.onTrue(),
    )
    .select([
      'c.conversation',
      'c.unread',
      'm.seq',
      'm.at',
      'm.sender',
      'm.deleted',
      'm.gift',
      'm.picture',
      'h.held_at',
      'h.held_text',
      'h.held_gift',
      'h.held_picture',
    ])
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
    last: lastOf(row, me, now),
  }));
}

interface LastRow {
  readonly seq: number | null;
  readonly text: string | null;
  readonly at: Date | null;
  readonly sender: string | null;
  readonly deleted: 'both' | 'sender' | null;
  readonly held_at: Date | null;
  readonly held_text: string | null;
  readonly gift: GiftId | null;
  readonly picture: string | null;
  readonly held_gift: GiftId | null;
  readonly held_picture: string | null;
}

function lastOf(row: LastRow, me: string, now: Date): Chat['last'] {
  const { seq, text, at, sender, held_at, held_text } = row;
  if (held_at && held_text !== null && (!at || held_at >= at)) {
    const held = { text: held_text, gift: row.held_gift, picture: row.held_picture, deleted: null };
    return { ...previewOf(held, true), at: held_at.toISOString(), mine: true, seq: 0 };
  }
  if (seq === null || at === null || text === null) return null;
  const [mine, last] = [sender === me, { at: at.toISOString(), seq }];
  if (isHistoryHidden(at, now)) return { ...last, mine, text: '', hidden: true };
  return { ...last, mine, ...previewOf({ text, deleted: row.deleted, gift: row.gift, picture: row.picture }, mine) };
}

function previewOf(message: MessageContent & Pick<LastRow, 'deleted'>, mine: boolean) {
  const { text, picture, ...shown } = shownContent(message, mine);
  return {
    ...shown,
    text: firstGraphemes(text, CHAT.previewLength),
    ...(picture ? { picture: true as const } : {}),
  };
}

export interface MessagePage {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

/** A conversation, the time range of its messages, and the last `seq` that the member has deleted. */
export interface MessageSpan {
  readonly id: string;
  readonly from: Date;
  readonly until: Date;
  readonly deletedTo: number;
}

/** Messages of a conversation, oldest first: the newest ones, those before `before`, or those after `after`. */
export async function readMessages(
  db: Db,
  tenant: number,
  me: string,
  { id: conversation, from, until, deletedTo }: MessageSpan,
  { before, after, limit }: MessagePage,
): Promise<Message[]> {
  const isAscending = after !== undefined && before === undefined;
  const rows = await db
    .selectFrom('message')
    .select(['client_id', 'seq', 'sender', 'text', 'at', 'deleted', 'gift', 'picture'])
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .where('seq', '>', Math.max(after ?? 0, deletedTo))
    .orderBy('seq', isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  if (!isAscending) rows.reverse();
  return rows.map((row) => toMessage({ conversation, ...row }, row.sender === me));
}
