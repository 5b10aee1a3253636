// Blocks and unblocks a member.
import { SAFETY } from '#domain/limits';
import type { Ctx } from '../../context.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import { pairOf } from '../chats/start-conversation.ts';

/**
 * Blocks a member of the same tenant; a second time changes nothing and does not count. No message of the two arrives after it: those being
 * sent are waited for, and later ones see it.
 */
export async function blockMember(ctx: Ctx<'yourself' | 'block_limit'>, blocked: string): Promise<void> {
  const { db, tenant } = ctx;
  const me = ctx.member().id;
  const now = ctx.now();
  if (blocked === me) throw ctx.refuse('yourself');
  const exists = await db
    .selectFrom('profile')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', blocked)
    .executeTakeFirst();
  if (!exists) throw ctx.refuse('not_found');
  await holdMessages(ctx, me, blocked);
  const added = await db
    .insertInto('block')
    .values({ tenant, blocker: me, blocked, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocked')
    .executeTakeFirst();
  if (!added) return;
  if (!(await incrementWithinLimit(db, tenant, `blocks:${me}:${now.getUTCHours()}`, now, SAFETY.blocksPerHour)))
    throw ctx.refuse('block_limit', { limit: SAFETY.blocksPerHour, retryAfter: secondsUntilReset(now, 'hour') });
  emitBlockEvents(ctx, me, blocked);
}

/** Locks both accounts, as each of the two does to send, and writes their conversation again, by which a batch notices. */
async function holdMessages({ db, tenant }: Ctx, me: string, other: string): Promise<void> {
  const [one, two] = pairOf(me, other);
  await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', 'in', [one, two])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await db
    .updateTable('conversation')
    .set(({ ref }) => ({ starter: ref('starter') }))
    .where('tenant', '=', tenant)
    .where('one', '=', one)
    .where('two', '=', two)
    .execute();
}

export async function unblockMember(ctx: Ctx, id: string): Promise<void> {
  const me = ctx.member().id;
  const removed = await ctx.db
    .deleteFrom('block')
    .where('tenant', '=', ctx.tenant)
    .where('blocker', '=', me)
    .where('blocked', '=', id)
    .returning('blocked')
    .executeTakeFirst();
  if (removed) emitBlockEvents(ctx, me, removed.blocked);
}

/** Both members' lists change: conversations and likes between them vanish, or are there again. */
function emitBlockEvents(ctx: Ctx, me: string, other: string): void {
  ctx.emit({ type: 'block', profile: other }, { account: me });
  ctx.emit({ type: 'block', profile: me }, { account: other });
}
