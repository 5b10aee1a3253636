// Sends a picture: access, limits, price and a place come before its bytes, and the message that charges it once after them.
import type { chats } from '#contract/chats';
import { FREE } from '#domain/limits';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { newToken, photoPath } from '../../media/photo-urls.ts';
import { type Claim, takeFile } from '../../media/stray-photos.ts';
import { claimUpload, type TakenPhoto, takePhoto } from '../../media/take-photo.ts';
import type { Services } from '../../services.ts';
import { mayContact, relationship, type Relationship } from '../members/relationship.ts';
import { wasRejected } from '../photos/moderation.ts';
import { priceOf } from './content.ts';
import { heldCost } from './held-messages.ts';
import {
  addressee,
  type Addressed,
  otherOf,
  sendContent,
  type SendCode,
  type SendResult,
  sentBefore,
} from './send-message.ts';
import { freeConversationsLeft } from './start-conversation.ts';

type StepCtx = Ctx<SendCode | 'photo_rejected_before'>;

export async function sendPicture(
  services: Services,
  ctx: StagedCtx<typeof chats.sendPicture>,
): Promise<SerializedAnswer> {
  const begun = await ctx.prepare(begin);
  if ('before' in begun) return ctx.transaction(() => begun.before);
  const finish = (photo: TakenPhoto): Promise<SerializedAnswer> =>
    ctx.transaction((own, draft) => deliverPicture(own, draft, photo));
  return takePhoto({ services, ctx, claim: begun.claim, finish });
}

type Begun = { readonly before: SendResult } | { readonly claim: Claim };

/** What the same `client_id` made before, else its place. Refuses what could not be sent; all of it is checked again with the message. */
async function begin(ctx: StepCtx, draft: Addressed): Promise<Begun> {
  const locked = await addressee(ctx, draft);
  // What was read while another attempt held the lock may lack the conversation that it began.
  const between = (locked.conversation === null && (await readAgain(ctx, draft))) || locked;
  const { conversation } = between;
  if (conversation === null) await refuseStart(ctx, between);
  else {
    const before = await sentBefore(ctx, between, { conversation, client_id: draft.client_id.toLowerCase() });
    if (before) return { before };
  }
  await refuseUnpaid(ctx, between);
  const me = ctx.member().id;
  // The message's own name: of two attempts at once only one makes the picture.
  const name = `chat picture ${ctx.tenant} ${me} ${between.other} ${draft.client_id.toLowerCase()}`;
  return { claim: await claimUpload(ctx, { name, uploader: me, table: 'chat_picture' }) };
}

async function refuseUnpaid(ctx: StepCtx, { credits, status }: Relationship): Promise<void> {
  const needed = priceOf(ctx.site, { gift: null, picture: '' });
  const held = status === 'active' ? 0 : await heldCost(ctx, ctx.member().id);
  const balance = Math.max(0, credits - held);
  if (balance < needed) throw ctx.refuse('not_enough_credits', { needed, balance });
}

const readAgain = (ctx: StepCtx, draft: Addressed): Promise<Relationship | undefined> =>
  relationship(ctx.db, ctx.tenant, ctx.member().id, otherOf(ctx, draft));

async function refuseStart(ctx: StepCtx, between: Relationship): Promise<void> {
  if (!mayContact(between)) throw ctx.refuse('not_found');
  if (!between.paid_user && (await freeConversationsLeft(ctx, ctx.member().id)) === 0)
    throw ctx.refuse('premium_required', { limit: FREE.conversations });
}

/** The row of the picture belongs to this message; the files of a picture that came before it as well stay unclaimed. */
async function deliverPicture(ctx: StepCtx, draft: Addressed, photo: TakenPhoto): Promise<SendResult> {
  const { db, tenant } = ctx;
  const sender = ctx.member().id;
  const token = newToken();
  if (await wasRejected(db, tenant, sender, photo.hash)) throw ctx.refuse('photo_rejected_before');
  const sent = await sendContent(ctx, draft, () => ({ text: '', gift: null, picture: token }));
  const { conversation, picture } = sent.message;
  if (picture?.match !== photoPath(token)) return sent;
  if (!(await takeFile(db, photo))) throw ctx.refuse('unavailable', { retryAfter: 5 });
  await db
    .insertInto('chat_picture')
    .values({ tenant, token, file: photo.file, conversation, sender, at: ctx.now(), hash: photo.hash })
    .execute();
  return sent;
}
