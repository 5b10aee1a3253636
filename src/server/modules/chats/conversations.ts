// Reads the list of conversations, and pages of messages.
import { sql } from 'kysely';
import type { Chat, GiftId, Message, ReactionId } from '#contract/chats';
import { CHAT } from '#domain/limits';
import { type Db, NAMED } from '../../db/index.ts';
import { cardOf, cards, notBlocked } from '../members/member-view.ts';
import { PREVIEW_CODE_POINTS, previewOf } from './content.ts';
import { type Lack, reasonOf, whatLacks } from './held-messages.ts';
import { isHistoryHidden, type MessageSpan, shownSince } from './history.ts';
import { toMessage } from './message.ts';
import { readQuotes } from './quotes.ts';

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

/** Whose conversations are listed, and which page of them. */
interface Listed {
  readonly tenant: number;
  readonly me: string;
  readonly page: number;
}

interface ChatPage {
  readonly chats: Chat[];
  readonly more: boolean;
  readonly unread?: number;
}

/** A page of the member's conversations, newest first, in one query. The last message may be a held one of their own. */
export async function listChats(db: Db, listed: Listed, now: Date): Promise<ChatPage> {
  const rows = await rowsOf(db, listed).execute();
  const chats = rows.slice(0, CHAT.listSize).map((row) => ({
    conversation: { id: row.conversation },
    profile: cardOf(row, now),
    // What is hidden cannot be read, and would stay unread.
    num_unread_messages: isHistoryHidden(row.last_at, now) ? 0 : row.unread,
    last: lastOf(row, listed.me, now),
  }));
  const more = rows.length > CHAT.listSize;
  return { chats, more, ...(more && listed.page === 0 && { unread: await unreadIn(db, listed, now) }) };
}

const bothSides = ({ tenant, me }: Omit<Listed, 'page'>) =>
  sql<OwnSide>`(${side(tenant, me, 'one', 'two')} union all ${side(tenant, me, 'two', 'one')})`;

/** Unread messages of all pages, counted as in their conversations. */
async function unreadIn(db: Db, listed: Listed, now: Date): Promise<number> {
  const { tenant, me } = listed;
  const { unread } = await db
    .selectFrom('profile as p')
    .innerJoin(bothSides(listed).as('c'), (join) => join.onRef('c.other', '=', 'p.id'))
    .select(sql<number>`coalesce(sum(c.unread), 0)::int`.as('unread'))
    .where('p.tenant', '=', tenant)
    .where('p.reachable', '=', true)
    .where(notBlocked(tenant, me))
    .where('c.last_at', '>=', shownSince(now))
    .executeTakeFirstOrThrow();
  return unread;
}

const MESSAGE_COLUMNS = ['m.seq', 'm.at', 'm.sender', 'm.deleted', 'm.gift', 'm.picture', 'm.voice'] as const;
const HELD_COLUMNS = [
  'h.held_at',
  'h.held_text',
  'h.held_gift',
  'h.held_picture',
  'h.held_voice',
  'h.waits_for_staff',
  'h.lacks',
] as const;

/** One more than a page has. */
function rowsOf(db: Db, { tenant, me, page }: Listed) {
  const both = bothSides({ tenant, me });
  return (
    cards(db, tenant)
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
      .leftJoin('reaction as r', (join) =>
        join.on('r.tenant', '=', tenant).onRef('r.conversation', '=', 'c.conversation').onRef('r.seq', '=', 'm.seq'),
      )
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('held_message')
            .select([
              'at as held_at',
              'gift as held_gift',
              'picture as held_picture',
              'voice as held_voice',
              'waits_for_staff',
              sql<string>`left(text, ${PREVIEW_CODE_POINTS}::int)`.as('held_text'),
              whatLacks(tenant, me).as('lacks'),
            ])
            .where('tenant', '=', tenant)
            .whereRef('conversation', '=', 'c.conversation')
            .where('sender', '=', me)
            .orderBy('id', 'desc')
            .limit(1)
            .as('h'),
        (join) => join.onTrue(),
      )
      .select(['c.conversation', 'c.unread', 'c.last_at', ...MESSAGE_COLUMNS, 'r.kind as reaction', ...HELD_COLUMNS])
      .select(sql<string | null>`left(m.text, ${PREVIEW_CODE_POINTS}::int)`.as('text'))
      .where('p.reachable', '=', true)
      .where(notBlocked(tenant, me))
      .orderBy(sql`greatest(c.last_at, h.held_at)`, 'desc')
      .orderBy('c.conversation')
      .offset(page * CHAT.listSize)
      .limit(CHAT.listSize + 1)
  );
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
  readonly voice: string | null;
  readonly reaction: ReactionId | null;
  readonly held_gift: GiftId | null;
  readonly held_picture: string | null;
  readonly held_voice: string | null;
  readonly waits_for_staff: boolean | null;
  readonly lacks: Lack | null;
}

function lastOf(row: LastRow, me: string, now: Date): Chat['last'] {
  const { seq, text, at, sender, held_at, held_text } = row;
  if (held_at && held_text !== null && (!at || held_at >= at)) {
    const files = { gift: row.held_gift, picture: row.held_picture, voice: row.held_voice };
    const held = { text: held_text, ...files, deleted: null };
    return { ...previewOf(held, true), at: held_at.toISOString(), mine: true, seq: 0, ...reasonOf(row) };
  }
  if (seq === null || at === null || text === null) return null;
  const [mine, last] = [sender === me, { at: at.toISOString(), seq }];
  if (isHistoryHidden(at, now)) return { ...last, mine, text: '', hidden: true };
  const shown = previewOf({ ...row, text }, mine);
  return { ...last, mine, ...shown, ...(row.reaction && !shown.deleted ? { reaction: row.reaction } : {}) };
}

export interface MessagePage {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

/** Messages of a conversation, oldest first: the newest ones, those before `before`, or those after `after`. */
export async function readMessages(
  db: Db,
  tenant: number,
  me: string,
  span: MessageSpan,
  { before, after, limit }: MessagePage,
): Promise<Message[]> {
  const { id: conversation, from, until, deletedTo } = span;
  const isAscending = after !== undefined && before === undefined;
  const rows = await db
    .selectFrom('message as m')
    .leftJoin('reaction as r', (join) =>
      join
        .onRef('r.tenant', '=', 'm.tenant')
        .onRef('r.conversation', '=', 'm.conversation')
        .onRef('r.seq', '=', 'm.seq'),
    )
    .select(['client_id', 'm.seq', 'sender', 'text', 'm.at', 'deleted', 'gift', 'picture', 'voice', 'quote', 'kind'])
    .where('m.tenant', '=', tenant)
    .where('m.conversation', '=', conversation)
    .where('m.at', '>=', from)
    .where('m.at', '<=', until)
    .$if(before !== undefined, (query) => query.where('m.seq', '<', before ?? 0))
    .where('m.seq', '>', Math.max(after ?? 0, deletedTo))
    .orderBy('m.seq', isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute();
  if (!isAscending) rows.reverse();
  const quotes = await readQuotes(db, { tenant, me, span }, rows);
  return rows.map(({ quote, kind: reaction, ...row }) =>
    toMessage({ conversation, ...row }, row.sender === me, { quote: quotes.get(quote), reaction }),
  );
}
