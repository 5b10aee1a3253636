// Sends a message: access, text, limits, then the one statement that charges and delivers it, or keeps it back.
import type { Draft, Message } from '#contract/chats';
import { hasStackedMarks, isBlank, weightedLength } from '#domain/graphemes';
import type { BaseCtx, Ctx } from '../../context.ts';
import { startConversation } from './start-conversation.ts';
import { heldCount, heldIn, holdMessage, type HeldMessage } from './held-messages.ts';
import { deliver, findSent } from './send-statement.ts';
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
  const between = await relationshipForUpdate(ctx.db, ctx.tenant, me, to);
  if (!between) throw ctx.refuse('not_found');
  if (between.blocked) throw ctx.refuse('blocked');
  const text = checkedText(ctx, draft.text);
  const conversation = between.conversation ?? (await startConversation(ctx, me, between));
  const kept = { conversation, client_id: draft.client_id.toLowerCase(), text };
  return between.status === 'active'
    ? sendNow(ctx, me, between, kept)
    : ((await sentBefore(ctx, me, between, kept)) ?? keepBack(ctx, me, between, kept));
}

/** The other side of a call: a conversation or a member, never both. */
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

export function checkedText(ctx: BaseCtx<SendCode>, given: string): string {
  const text = given.trim();
  if (isBlank(text)) throw ctx.refuse('invalid', { fields: { text: 'required' } });
  const limit = ctx.site.settings.message_length;
  // A sign is at least one unit long, so most texts need no counting.
  if (text.length > limit && weightedLength(text) > limit) throw ctx.refuse('message_too_long', { limit });
  if (hasStackedMarks(text)) throw ctx.refuse('invalid', { fields: { text: 'too_many_marks' } });
  return text;
}

async function sendNow(ctx: SendCtx, me: string, between: Relationship, kept: HeldMessage): Promise<SendResult> {
  const { db, tenant } = ctx;
  const cost = ctx.site.settings.message_credits;
  const sent = await deliver(db, { tenant, ...kept, sender: me, at: ctx.now(), cost });
  if (!sent) {
    const before = await sentBefore(ctx, me, between, kept);
    if (before) return before;
    throw ctx.refuse('not_enough_credits', { needed: cost, balance: between.credits });
  }
  const event = { type: 'message', conversation: kept.conversation, seq: sent.seq } as const;
  ctx.emit(event, { account: between.other });
  ctx.emit({ ...event, credits: sent.credits }, { account: me });
  return { message: delivered(kept, sent.seq, sent.at), credits: sent.credits };
}

const delivered = ({ client_id, conversation, text }: HeldMessage, seq: number, at: Date): Message => ({
  client_id,
  conversation,
  seq,
  mine: true,
  text,
  at: at.toISOString(),
  held: false,
});

/** What the same `client_id` made when it came first; its text does not matter. */
async function sentBefore(
  ctx: SendCtx,
  me: string,
  { credits }: Relationship,
  kept: HeldMessage,
): Promise<SendResult | null> {
  const { conversation, client_id } = kept;
  const row = await findSent(ctx.db, { tenant: ctx.tenant, conversation, sender: me, client_id });
  if (row) return { message: delivered({ ...kept, text: row.text }, row.seq, row.at), credits };
  const held = (await heldIn(ctx, me, conversation)).find((each) => each.client_id === client_id);
  return held ? { message: held, credits } : null;
}

async function keepBack(
  ctx: SendCtx,
  me: string,
  { credits, last_seq }: Relationship,
  kept: HeldMessage,
): Promise<SendResult> {
  const cost = ctx.site.settings.message_credits;
  const balance = credits - (await heldCount(ctx, me)) * cost;
  if (balance < cost) throw ctx.refuse('not_enough_credits', { needed: cost, balance: Math.max(0, balance) });
  const message = await holdMessage(ctx, me, kept);
  ctx.emit({ type: 'message', conversation: kept.conversation, seq: last_seq }, { account: me });
  return { message, credits };
}
