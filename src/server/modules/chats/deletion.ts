// Deletes a member's message, or a conversation from the member's own list.
import type { DeletionScope } from '#contract/chats';
import { CHAT } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { deleteFilesOf, emptyMessage } from './chat-files.ts';
import { findSent } from './send-statement.ts';

interface Target {
  readonly conversation: string;
  readonly client_id: string;
  readonly scope: DeletionScope;
}

/** Deletes a message of the caller (requirement CH14). One that is still held back is dropped, and never charged. */
export async function deleteMessage(ctx: Ctx<'delete_too_late'>, target: Target): Promise<null> {
  const { db, tenant } = ctx;
  const sender = ctx.member().id;
  const conversation = target.conversation.toLowerCase();
  const client_id = target.client_id.toLowerCase();
  const other = await lockConversation(ctx, sender, conversation);
  const dropped = await db
    .deleteFrom('held_message')
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('sender', '=', sender)
    .where('client_id', '=', client_id)
    .returning(['picture', 'voice'])
    .executeTakeFirst();
  if (dropped) {
    await deleteFilesOf(db, tenant, dropped);
    ctx.emit({ type: 'message_deleted', conversation, seq: 0, scope: 'me' }, { account: sender });
    return null;
  }
  const sent = await findSent(db, { tenant, conversation, sender, client_id });
  if (!sent) throw ctx.refuse('not_found');
  const isForBoth = target.scope === 'both';
  if (sent.deleted === 'both' || (sent.deleted === 'sender' && !isForBoth)) return null;
  const age = ctx.now().getTime() - sent.at.getTime();
  if (isForBoth && age > CHAT.deleteForBothMinutes * 60_000) throw ctx.refuse('delete_too_late');
  if (isForBoth) await emptyMessage(db, { tenant, conversation, ...sent });
  else
    await db
      .updateTable('message')
      .set({ deleted: 'sender' })
      .where('tenant', '=', tenant)
      .where('conversation', '=', conversation)
      .where('seq', '=', sent.seq)
      .where('at', '=', sent.at)
      .execute();
  if (isForBoth) await keepForReports(ctx, { conversation, sender, ...sent });
  if (isForBoth) await deleteFilesOf(db, tenant, sent);
  const event = { type: 'message_deleted', conversation, seq: sent.seq, scope: target.scope } as const;
  for (const account of isForBoth ? [sender, other] : [sender]) ctx.emit(event, { account });
  return null;
}

/** Otherwise one could threaten and delete before the other can report it. */
const keepForReports = (
  { db, tenant, now }: Ctx,
  {
    conversation,
    sender,
    seq,
    text,
    gift,
  }: { conversation: string; sender: string } & Pick<
    NonNullable<Awaited<ReturnType<typeof findSent>>>,
    'seq' | 'text' | 'gift'
  >,
): Promise<unknown> =>
  db
    .insertInto('deleted_message')
    .values({ tenant, conversation, sender, seq, text, gift, at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Removes a conversation from the caller's list with all messages so far (requirement CH15); the other member keeps it. It
 * returns with the next message, without what was deleted. Works also when the other member is blocked or gone.
 */
export async function removeConversation(ctx: Ctx, input: { conversation: string }): Promise<null> {
  const { db, tenant } = ctx;
  const me = ctx.member().id;
  const conversation = input.conversation.toLowerCase();
  const other = await lockConversation(ctx, me, conversation);
  const held = await db
    .deleteFrom('held_message')
    .where('tenant', '=', tenant)
    .where('conversation', '=', conversation)
    .where('sender', '=', me)
    .returning(['picture', 'voice'])
    .execute();
  for (const each of held) await deleteFilesOf(db, tenant, each);
  const isOne = me < other;
  await db
    .updateTable('conversation')
    .set((column) => ({
      [isOne ? 'one_deleted_to' : 'two_deleted_to']: column.ref('last_seq'),
      [isOne ? 'one_unread' : 'two_unread']: 0,
    }))
    .where('tenant', '=', tenant)
    .where('id', '=', conversation)
    .execute();
  ctx.emit({ type: 'chat_deleted', conversation }, { account: me });
  return null;
}

/**
 * Locks the caller's account, so that no held message is delivered meanwhile, then the conversation. Returns the other
 * member; refuses when the conversation is not the caller's.
 */
export async function lockConversation(ctx: Ctx, me: string, id: string): Promise<string> {
  const { db, tenant } = ctx;
  await lockAccount(db, tenant, me);
  const row = await db
    .selectFrom('conversation')
    .select(['one', 'two'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where((is) => is.or([is('one', '=', me), is('two', '=', me)]))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw ctx.refuse('not_found');
  return row.one === me ? row.two : row.one;
}
