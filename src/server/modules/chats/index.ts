// Handlers of contract/chats: list, messages, sending, reading, typing, deleting.
import { sql } from 'kysely';
import type { chatUploads } from '#contract/chat-uploads';
import type { chats, Conversation, MessagesQuery } from '#contract/chats';
import { CHAT } from '#domain/limits';
import type { Ctx, Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';
import { freeConversationsLeft } from './start-conversation.ts';
import { deleteMessage, removeConversation } from './deletion.ts';
import { listChats, readMessages, type MessagePage } from './conversations.ts';
import { hidesMessages, type MessageSpan, shownSpan } from './history.ts';
import { priceOf } from './content.ts';
import { heldIn } from './held-messages.ts';
import { readCards } from '../members/member-view.ts';
import { react } from './reactions.ts';
import { otherOf, sendMessage } from './send-message.ts';
import { sendPicture } from './send-picture.ts';
import { sendVoice } from './send-voice.ts';
import { batchSender } from './batch/send-batch.ts';
import { blockCode, mayContact, relationship } from '../members/relationship.ts';

export function chatHandlers(services: Services): Handlers<typeof chats & typeof chatUploads> {
  const sendInBatch = batchSender(services);
  const isManual = services.config.firstMessages === 'manual';
  return {
    list: (ctx, { page = 0 }) => listChats(ctx.db, { tenant: ctx.tenant, me: ctx.member().id, page }, ctx.now()),
    messages,
    send: {
      transactions: 'staged',
      handle: async (ctx) =>
        (await sendInBatch(ctx)) ?? ctx.transaction((own, draft) => sendMessage(own, draft, isManual)),
    },
    sendPicture: { transactions: 'staged', handle: (ctx) => sendPicture(services, ctx) },
    sendVoice: { transactions: 'staged', handle: (ctx) => sendVoice(services, ctx) },
    read,
    typing,
    react,
    deleteMessage,
    remove: removeConversation,
  };
}

async function messages(ctx: Ctx<'blocked' | 'blocked_by_you'>, input: MessagesQuery): Promise<Conversation> {
  const { db, tenant } = ctx;
  const me = ctx.member().id;
  const relation = await relationship(db, tenant, me, otherOf(ctx, input));
  if (!relation || !mayContact(relation)) throw ctx.refuse('not_found');
  if (relation.blocked) throw ctx.refuse(blockCode(relation));
  const { conversation: id, last_seq, deleted_to } = relation;
  const [profile] = await readCards(db, tenant, [{ id: relation.other }], ctx.now());
  if (!profile) throw ctx.refuse('not_found');
  const page: MessagePage = { before: input.before, after: input.after, limit: input.limit ?? CHAT.pageSize };
  const isHidden = hidesMessages(relation, ctx.now());
  const span = shownSpan(relation, ctx.now());
  const rows = span ? await readMessages(db, tenant, me, span, page) : [];
  const [first, last] = [rows[0], rows.at(-1)];
  const isNewest = input.before === undefined && (!last || last.seq >= last_seq);
  return {
    conversation: id === null ? null : { id },
    profile,
    messages: id && isNewest ? [...rows, ...(await heldIn(ctx, me, id))] : rows,
    // `seq` counts from 1 without gaps.
    more: first ? first.seq > deleted_to + 1 : !isHidden && last_seq > deleted_to && (input.after ?? 0) > deleted_to,
    hidden: isHidden,
    read_to: relation.read_to,
    costs_credits: priceOf(ctx.site, {}),
    free_left: id === null && !relation.paid_user ? await freeConversationsLeft(ctx, me) : null,
  };
}

async function read(ctx: Ctx, input: { conversation: string; seq: number }): Promise<{ num_unread_messages: number }> {
  const { db, tenant } = ctx;
  const me = ctx.member().id;
  const relation = await relationship(db, tenant, me, otherOf(ctx, { conversation: input.conversation }));
  if (!relation?.conversation || relation.blocked) throw ctx.refuse('not_found');
  const { conversation, other } = relation;
  const before = await lockSide(ctx, me, conversation);
  const seq = Math.min(input.seq, before.last_seq);
  if (seq <= before.read) return { num_unread_messages: before.unread };
  // A separate statement, to see every message committed before the row was locked.
  const unread = await unreadAfter(
    ctx,
    me,
    { id: conversation, from: before.created_at, until: before.last_at, deletedTo: before.deleted_to },
    seq,
  );
  const [readColumn, unreadColumn] = before.isOne
    ? (['one_read', 'one_unread'] as const)
    : (['two_read', 'two_unread'] as const);
  await db
    .updateTable('conversation')
    .set({ [readColumn]: seq, [unreadColumn]: unread })
    .where('tenant', '=', tenant)
    .where('id', '=', conversation)
    .execute();
  for (const account of [me, other]) ctx.emit({ type: 'read', conversation, reader: me, seq }, { account });
  return { num_unread_messages: unread };
}

interface Side {
  readonly isOne: boolean;
  readonly last_seq: number;
  readonly created_at: Date;
  readonly last_at: Date;
  readonly read: number;
  readonly unread: number;
  /** The last `seq` that the member has deleted with the conversation. */
  readonly deleted_to: number;
}

/** The member's side of a conversation, locked against concurrent writes. */
async function lockSide({ db, tenant }: Ctx, me: string, conversation: string): Promise<Side> {
  const row = await db
    .selectFrom('conversation')
    .select(['one', 'last_seq', 'created_at', 'last_at', 'one_read', 'two_read', 'one_unread', 'two_unread'])
    .select(['one_deleted_to', 'two_deleted_to'])
    .where('tenant', '=', tenant)
    .where('id', '=', conversation)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const isOne = row.one === me;
  return {
    isOne,
    last_seq: row.last_seq,
    created_at: row.created_at,
    last_at: row.last_at,
    read: isOne ? row.one_read : row.two_read,
    unread: isOne ? row.one_unread : row.two_unread,
    deleted_to: (isOne ? row.one_deleted_to : row.two_deleted_to) ?? 0,
  };
}

async function unreadAfter({ db, tenant }: Ctx, me: string, span: MessageSpan, seq: number): Promise<number> {
  const { unread } = await db
    .selectFrom('message')
    .select(sql<number>`count(*)::int`.as('unread'))
    .where('tenant', '=', tenant)
    .where('conversation', '=', span.id)
    .where('at', '>=', span.from)
    .where('at', '<=', span.until)
    .where('seq', '>', Math.max(seq, span.deletedTo))
    .where('sender', '<>', me)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Not sent for unconfirmed members, nor in conversations without a delivered message. */
async function typing(ctx: Ctx, input: { conversation: string }): Promise<null> {
  const me = ctx.member().id;
  const relation = await relationship(ctx.db, ctx.tenant, me, otherOf(ctx, input));
  if (!relation?.conversation || relation.blocked) throw ctx.refuse('not_found');
  if (relation.status === 'active' && relation.last_seq > 0)
    ctx.signal({ type: 'typing', conversation: relation.conversation, profile: me }, { account: relation.other });
  return null;
}
