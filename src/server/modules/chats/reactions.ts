// A member's reaction to a message of the other one: one at a time, free, and gone with the message.
import type { ReactionId } from '#contract/chats';
import type { Ctx } from '../../context.ts';
import { blockCode, relationship } from '../members/relationship.ts';
import { lockConversation } from './deletion.ts';
import { shownMessage } from './quotes.ts';

type ReactCtx = Ctx<'blocked' | 'blocked_by_you' | 'consent_required'>;

interface Reacting {
  readonly conversation: string;
  readonly seq: number;
  readonly reaction: ReactionId | null;
}

/** Sets the caller's reaction, changes it, or takes it back. */
export async function react(ctx: ReactCtx, { seq, reaction, ...to }: Reacting): Promise<null> {
  const { db, tenant } = ctx;
  const { id: me, consented } = ctx.member();
  if (!consented) throw ctx.refuse('consent_required');
  const conversation = to.conversation.toLowerCase();
  // The message is not deleted and no block is added meanwhile.
  await lockConversation(ctx, me, conversation);
  const between = await relationship(db, tenant, me, { conversation });
  if (!between) throw ctx.refuse('not_found');
  if (between.blocked) throw ctx.refuse(blockCode(between));
  if ((await shownMessage(ctx, between, seq))?.mine !== false) throw ctx.refuse('not_found');
  const isChanged = await (reaction
    ? keep(ctx, { conversation, seq, reaction })
    : takeBack(ctx, { conversation, seq }));
  const event = { type: 'reaction', conversation, seq, reaction } as const;
  if (isChanged) for (const account of [me, between.other]) ctx.emit(event, { account });
  return null;
}

async function keep(ctx: Ctx, { reaction: kind, ...message }: Reacting & { reaction: ReactionId }): Promise<boolean> {
  const changed = await ctx.db
    .insertInto('reaction')
    .values({ tenant: ctx.tenant, ...message, account: ctx.member().id, kind, at: ctx.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'conversation', 'seq', 'account'])
        .doUpdateSet({ kind, at: ctx.now() })
        .where('reaction.kind', '<>', kind),
    )
    .returning('kind')
    .executeTakeFirst();
  return changed !== undefined;
}

async function takeBack(ctx: Ctx, { conversation, seq }: Omit<Reacting, 'reaction'>): Promise<boolean> {
  const removed = await ctx.db
    .deleteFrom('reaction')
    .where('tenant', '=', ctx.tenant)
    .where('conversation', '=', conversation)
    .where('seq', '=', seq)
    .where('account', '=', ctx.member().id)
    .returning('kind')
    .executeTakeFirst();
  return removed !== undefined;
}
