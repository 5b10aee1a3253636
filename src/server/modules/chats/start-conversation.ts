// Starts a conversation: access, limits, and deduplication across tabs.
import { CHAT, FREE } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import { incrementWithinLimit, isWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { mayContact, type Relationship } from '../members/relationship.ts';

type StartCtx = Ctx<'premium_required' | 'conversation_limit'>;

/**
 * The conversation with a member when none is visible yet. The caller has locked the account, so the counts are final.
 * If the other member starts it concurrently, that conversation is used.
 */
export async function startConversation(ctx: StartCtx, me: string, relation: Relationship): Promise<string> {
  const { other } = relation;
  const existing = await conversationOf(ctx, me, other);
  // Started by another tab or by the other member after `relation` was read.
  if (existing && (existing.last_seq > 0 || existing.starter === me)) return existing.id;
  await refuseUnfree(ctx, me, relation);
  if (!(await incrementWithinLimit(ctx.db, ctx.tenant, counterOf(me), ctx.now(), CHAT.newPerDay)))
    throw dayIsUsedUp(ctx);
  if (!existing) return create(ctx, me, relation);
  return relation.status === 'active' ? takeOver(ctx, me, existing.id) : existing.id;
}

const counterOf = (me: string): string => `conversations:${me}`;

const dayIsUsedUp = (ctx: StartCtx): Error =>
  ctx.refuse('conversation_limit', { limit: CHAT.newPerDay, retryAfter: secondsUntilReset(ctx.now(), 'day') });

async function refuseUnfree(ctx: StartCtx, me: string, relation: Relationship): Promise<void> {
  if (!mayContact(relation)) throw ctx.refuse('not_found');
  if (!relation.paid_user && (await freeConversationsLeft(ctx, me)) === 0)
    throw ctx.refuse('premium_required', { limit: FREE.conversations });
}

/** Refuses a conversation that could not be started, without counting it. */
export async function refuseStart(ctx: StartCtx, me: string, relation: Relationship): Promise<void> {
  await refuseUnfree(ctx, me, relation);
  if (!(await isWithinLimit(ctx.db, ctx.tenant, counterOf(me), ctx.now(), CHAT.newPerDay))) throw dayIsUsedUp(ctx);
}

async function conversationOf({ db, tenant }: Ctx, me: string, other: string) {
  const [one, two] = pairOf(me, other);
  return db
    .selectFrom('conversation')
    .select(['id', 'starter', 'last_seq'])
    .where('tenant', '=', tenant)
    .where('one', '=', one)
    .where('two', '=', two)
    .executeTakeFirst();
}

/** How many conversations a free member may still start. Conversations started by others do not count. */
export async function freeConversationsLeft({ db, tenant }: Ctx, me: string): Promise<number> {
  const { started } = await db
    .selectFrom('conversation')
    .select((take) => take.fn.countAll<number>().as('started'))
    .where('tenant', '=', tenant)
    .where('starter', '=', me)
    .executeTakeFirstOrThrow();
  return Math.max(0, FREE.conversations - Number(started));
}

/** The other member has only held messages in it: the member with the first delivered message becomes its starter. */
async function takeOver({ db, tenant }: Ctx, me: string, id: string): Promise<string> {
  await db
    .updateTable('conversation')
    .set({ starter: me })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('last_seq', '=', 0)
    .execute();
  return id;
}

async function create(ctx: Ctx, me: string, { other, status }: Relationship): Promise<string> {
  const [one, two] = pairOf(me, other);
  const now = ctx.now();
  const created = await ctx.db
    .insertInto('conversation')
    .values({ tenant: ctx.tenant, id: crypto.randomUUID(), one, two, starter: me, created_at: now, last_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) return created.id;
  const existing = await conversationOf(ctx, me, other);
  if (!existing) throw new Error('The conversation of two members disappeared during the transaction.');
  return existing.last_seq === 0 && status === 'active' ? takeOver(ctx, me, existing.id) : existing.id;
}

/** The database's order of ids, which are lower-case hexadecimal. */
export const pairOf = (me: string, other: string): [string, string] => (me < other ? [me, other] : [other, me]);
