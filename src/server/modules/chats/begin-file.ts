// What comes before the bytes of a picture or a recording: access, limits, price and a place.
import type { Ctx } from '../../context.ts';
import type { Claim } from '../../media/stray-photos.ts';
import { claimUpload } from '../../media/take-upload.ts';
import { relationship, type Relationship } from '../members/relationship.ts';
import { priceOf } from './content.ts';
import { heldCost } from './held-messages.ts';
import { addressee, type Addressed, otherOf, type SendCode, type SendResult, sentBefore } from './send-message.ts';
import { refuseStart } from './start-conversation.ts';

type StepCtx = Ctx<SendCode>;
export type Begun = { readonly before: SendResult } | { readonly claim: Claim };

/** By the table that has the file: the word of its claim, and a message with one, for its price. */
const FILES = {
  chat_picture: { word: 'picture', content: { picture: '' } },
  chat_voice: { word: 'voice', content: { voice: '' } },
} as const;
type ChatFileTable = keyof typeof FILES;

/** What the same `client_id` made before, else its place. Refuses what could not be sent; all of it is checked again with the message. */
export async function beginFile(ctx: StepCtx, draft: Addressed, table: ChatFileTable): Promise<Begun> {
  const locked = await addressee(ctx, draft);
  // What was read while another attempt held the lock may lack the conversation that it began.
  const between = (locked.conversation === null && (await readAgain(ctx, draft))) || locked;
  const { conversation } = between;
  if (conversation === null) await refuseStart(ctx, ctx.member().id, between);
  else {
    const before = await sentBefore(ctx, between, { conversation, client_id: draft.client_id.toLowerCase() });
    if (before) return { before };
  }
  await refuseUnpaid(ctx, between, table);
  const me = ctx.member().id;
  // The message's own name: of two attempts at once only one makes the file.
  const name = `chat ${FILES[table].word} ${ctx.tenant} ${me} ${between.other} ${draft.client_id.toLowerCase()}`;
  return { claim: await claimUpload(ctx, { name, uploader: me, table }) };
}

async function refuseUnpaid(ctx: StepCtx, { credits, status }: Relationship, table: ChatFileTable): Promise<void> {
  const needed = priceOf(ctx.site, FILES[table].content);
  const held = status === 'active' ? 0 : await heldCost(ctx, ctx.member().id);
  const balance = Math.max(0, credits - held);
  if (balance < needed) throw ctx.refuse('not_enough_credits', { needed, balance });
}

const readAgain = (ctx: StepCtx, draft: Addressed): Promise<Relationship | undefined> =>
  relationship(ctx.db, ctx.tenant, ctx.member().id, otherOf(ctx, draft));
