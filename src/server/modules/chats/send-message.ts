// Sends a message: access, text, limits, then the one statement that charges and delivers it, or keeps it back.
import type { Draft, Message, Quote, SEND_ERRORS } from '#contract/chats';
import { weightedLength } from '#domain/graphemes';
import type { BaseCtx, Ctx } from '../../context.ts';
import { refuseUnreadable } from '../../http/refuse-unreadable.ts';
import { type MessageContent, NO_FILES, priceOf } from './content.ts';
import { waitsForStaff } from './first-contact.ts';
import { startConversation } from './start-conversation.ts';
import { heldCost, heldIn, holdMessage, type HeldMessage } from './held-messages.ts';
import { toMessage } from './message.ts';
import { shownMessage } from './quotes.ts';
import { deliver, findSent } from './send-statement.ts';
import {
  blockCode,
  type OtherMember,
  type Relationship,
  relationship,
  relationshipForUpdate,
} from '../members/relationship.ts';

export type SendCode = (typeof SEND_ERRORS)[number];
export type SendCtx = Ctx<SendCode>;
export interface SendResult {
  readonly message: Message;
  readonly credits: number;
}

/** `isManual`: a first message with signs of a scam waits for staff. */
export const sendMessage = (ctx: SendCtx, draft: Draft, isManual: boolean): Promise<SendResult> =>
  sendContent(ctx, draft, () => checkedContent(ctx, draft), isManual);

/** What a message is addressed with. */
export type Addressed = Pick<Draft, 'conversation' | 'profile' | 'client_id' | 'quote'>;

/** The member that the caller may write to; refuses any other. */
export async function addressee(ctx: SendCtx, draft: Addressed): Promise<Relationship> {
  const { id: me, consented } = ctx.member();
  if (!consented) throw ctx.refuse('consent_required');
  const to = otherOf(ctx, draft);
  if ('profile' in to && to.profile === me) throw ctx.refuse('yourself');
  const between = await relationshipForUpdate(ctx.db, ctx.tenant, me, to);
  if (!between) throw ctx.refuse('not_found');
  if (between.blocked) throw ctx.refuse(blockCode(between));
  return between;
}

/** Sends what `content` answers; with the same `client_id` once, as it was first. */
export async function sendContent(
  ctx: SendCtx,
  draft: Addressed,
  content: () => MessageContent,
  isManual: boolean,
): Promise<SendResult> {
  const { id: me } = ctx.member();
  const between = await addressee(ctx, draft);
  const said = content();
  const conversation = between.conversation ?? (await startConversation(ctx, me, between));
  const kept = { conversation, client_id: draft.client_id.toLowerCase(), ...said };
  const checked = between.last_seq === 0 && (await waitsForStaff(ctx, me, kept, isManual));
  return between.status === 'active' && !checked
    ? sendNow(ctx, between, kept, await shownMessage(ctx, between, draft.quote ?? null))
    : // Nothing has been delivered yet that could be quoted.
      ((await sentBefore(ctx, between, kept)) ?? keepBack(ctx, between, kept, checked));
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

/** A text or a gift, never both. */
function checkedContent(ctx: BaseCtx<SendCode>, { text, gift }: Draft): MessageContent {
  if (gift === undefined) return { ...NO_FILES, text: checkedText(ctx, text ?? '') };
  if (text !== undefined) throw ctx.refuse('invalid', { fields: { gift: 'not_allowed' } });
  return { ...NO_FILES, text: '', gift };
}

export function checkedText(ctx: BaseCtx<SendCode>, given: string): string {
  const text = given.trim();
  const limit = ctx.site.siteSettings.message_length;
  // A sign is at least one unit long, so most texts need no counting.
  if (text.length > limit && weightedLength(text) > limit) throw ctx.refuse('message_too_long', { limit });
  refuseUnreadable(ctx, { text });
  return text;
}

async function sendNow(
  ctx: SendCtx,
  between: Relationship,
  kept: HeldMessage,
  quote: Quote | undefined,
): Promise<SendResult> {
  const { db, tenant } = ctx;
  const { id: me } = ctx.member();
  const cost = priceOf(ctx.site, kept);
  const sent = await deliver(db, { tenant, ...kept, quote: quote?.seq ?? null, sender: me, at: ctx.now(), cost });
  if (!sent) {
    const before = await sentBefore(ctx, between, kept);
    if (before) return before;
    const since = await relationship(db, tenant, me, { conversation: kept.conversation });
    if (!since) throw ctx.refuse('not_found');
    if (since.blocked) throw ctx.refuse(blockCode(since));
    throw ctx.refuse('not_enough_credits', { needed: cost, balance: between.credits });
  }
  const event = { type: 'message', conversation: kept.conversation, seq: sent.seq } as const;
  ctx.emit(event, { account: between.other });
  ctx.emit({ ...event, credits: sent.credits }, { account: me });
  const { seq, at, credits } = sent;
  return { message: toMessage({ ...kept, seq, at, deleted: null }, true, { quote }), credits };
}

/** What the same `client_id` made when it came first; its text does not matter. */
export async function sentBefore(
  ctx: SendCtx,
  between: Relationship,
  kept: Pick<HeldMessage, 'conversation' | 'client_id'>,
): Promise<SendResult | null> {
  const { conversation, client_id } = kept;
  const { credits } = between;
  const { id: me } = ctx.member();
  const row = await findSent(ctx.db, { tenant: ctx.tenant, conversation, sender: me, client_id });
  if (row) {
    const quote = await shownMessage(ctx, between, row.quote);
    return { message: toMessage({ conversation, client_id, ...row }, true, { quote }), credits };
  }
  const held = (await heldIn(ctx, me, conversation)).find((each) => each.client_id === client_id);
  return held ? { message: held, credits } : null;
}

async function keepBack(
  ctx: SendCtx,
  { credits, last_seq }: Relationship,
  kept: HeldMessage,
  checked: boolean,
): Promise<SendResult> {
  const { id: me } = ctx.member();
  const cost = priceOf(ctx.site, kept);
  const balance = credits - (await heldCost(ctx, me));
  if (balance < cost) throw ctx.refuse('not_enough_credits', { needed: cost, balance: Math.max(0, balance) });
  const message = await holdMessage(ctx, me, kept, checked);
  ctx.emit({ type: 'message', conversation: kept.conversation, seq: last_seq }, { account: me });
  return { message, credits };
}
