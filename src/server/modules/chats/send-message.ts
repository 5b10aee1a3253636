// Sends a message: access, text, limits, then one statement that charges and delivers it, or holds it.
import { sql } from 'kysely';
import type { Draft, Message } from '#contract/chats';
import { hasStackedMarks, isBlank, weightedLength } from '#domain/graphemes';
import type { BaseCtx, Ctx } from '../../context.ts';
import { startConversation } from './start-conversation.ts';
import { heldCount, heldIn, holdMessage, type HeldMessage } from './held-messages.ts';
import { deliver, isWithinConversation } from './send-statement.ts';
import { type OtherMember, type Relationship, relationshipForUpdate } from '../members/relationship.ts';

export type SendCode =
  'not_enough_credits' | 'premium_required' | 'blocked' | 'message_too_long' | 'conversation_limit' | 'yourself';
type SendCtx = Ctx<SendCode>;
export interface SendResult {
  readonly message: Message;
  readonly credits: number;
}

export async function sendMessage(ctx: SendCtx, draft: Draft): Promise<SendResult> {
  const me = ctx.member().id;
  const to = otherOf(ctx, draft);
  if ('profile' in to && to.profile === me) throw ctx.refuse('yourself');
  const relation = await relationshipForUpdate(ctx.db, ctx.tenant, me, to);
  if (!relation) throw ctx.refuse('not_found');
  if (relation.blocked) throw ctx.refuse('blocked');
  const text = checkedText(ctx, draft.text);
  const conversation = relation.conversation ?? (await startConversation(ctx, me, relation));
  const message = { conversation, client_id: draft.client_id.toLowerCase(), text };
  return relation.status === 'active'
    ? sendNow(ctx, me, relation, message)
    : ((await findSent(ctx, me, relation, message)) ?? holdBack(ctx, me, relation, message));
}

/** The target of a call: a conversation or a member, not both. */
export function otherOf(
  ctx: BaseCtx,
  input: { conversation?: string | undefined; profile?: string | undefined },
): OtherMember {
  const { conversation, profile } = input;
  if (conversation !== undefined && profile !== undefined)
    throw ctx.refuse('invalid', { fields: { profile: 'not_allowed' } });
  if (conversation !== undefined) return { conversation: conversation.toLowerCase() };
  if (profile !== undefined) return { profile: profile.toLowerCase() };
  throw ctx.refuse('invalid', { fields: { conversation: 'required' } });
}

export function checkedText(ctx: BaseCtx<SendCode>, input: string): string {
  const text = input.trim();
  if (isBlank(text)) throw ctx.refuse('invalid', { fields: { text: 'required' } });
  const limit = ctx.site.settings.message_length;
  // A grapheme has at least one UTF-16 unit, so most texts need no counting.
  if (text.length > limit && weightedLength(text) > limit) throw ctx.refuse('message_too_long', { limit });
  if (hasStackedMarks(text)) throw ctx.refuse('invalid', { fields: { text: 'too_many_marks' } });
  return text;
}

async function sendNow(ctx: SendCtx, me: string, relation: Relationship, message: HeldMessage): Promise<SendResult> {
  const { db, tenant } = ctx;
  const cost = ctx.site.settings.message_credits;
  const sent = await deliver(db, { tenant, ...message, sender: me, at: ctx.now(), cost });
  if (!sent) {
    const previous = await findSent(ctx, me, relation, message);
    if (previous) return previous;
    throw ctx.refuse('not_enough_credits', { needed: cost, balance: relation.credits });
  }
  const event = { type: 'message', conversation: message.conversation, seq: sent.seq } as const;
  ctx.emit(event, { account: relation.other });
  ctx.emit({ ...event, credits: sent.credits }, { account: me });
  return { message: deliveredMessage(message, sent.seq, sent.at), credits: sent.credits };
}

const deliveredMessage = ({ client_id, conversation, text }: HeldMessage, seq: number, at: Date): Message => ({
  client_id,
  conversation,
  seq,
  mine: true,
  text,
  at: at.toISOString(),
  held: false,
});

/** The message already sent with this `client_id`, even if its text differs. */
async function findSent(
  ctx: SendCtx,
  me: string,
  { credits }: Relationship,
  message: HeldMessage,
): Promise<SendResult | null> {
  const { conversation, client_id } = message;
  const row = await ctx.db
    .selectFrom('conversation as c')
    .innerJoin('message as m', (join) =>
      join
        .onRef('m.tenant', '=', 'c.tenant')
        .onRef('m.conversation', '=', 'c.id')
        .on(isWithinConversation(sql`m`, sql`c`)),
    )
    .select(['m.seq', 'm.text', 'm.at'])
    .where('c.tenant', '=', ctx.tenant)
    .where('c.id', '=', conversation)
    .where('m.sender', '=', me)
    .where('m.client_id', '=', client_id)
    .executeTakeFirst();
  if (row) return { message: deliveredMessage({ ...message, text: row.text }, row.seq, row.at), credits };
  const held = (await heldIn(ctx, me, conversation)).find((each) => each.client_id === client_id);
  return held ? { message: held, credits } : null;
}

async function holdBack(
  ctx: SendCtx,
  me: string,
  { credits, last_seq }: Relationship,
  message: HeldMessage,
): Promise<SendResult> {
  const cost = ctx.site.settings.message_credits;
  const balance = credits - (await heldCount(ctx, me)) * cost;
  if (balance < cost) throw ctx.refuse('not_enough_credits', { needed: cost, balance: Math.max(0, balance) });
  const held = await holdMessage(ctx, me, message);
  ctx.emit({ type: 'message', conversation: message.conversation, seq: last_seq }, { account: me });
  return { message: held, credits };
}
