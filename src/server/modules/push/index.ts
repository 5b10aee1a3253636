// Handlers of contract/push: the subscription of the caller's login.
import type { push, PushState, PushSubscription } from '#contract/push';
import { isPushService } from '#domain/push';
import type { Ctx, Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';

export function pushHandlers({ config }: Services): Handlers<typeof push> {
  return {
    read,
    subscribe: async (ctx, subscription) => {
      if (!isPushService(subscription.endpoint, config.pushOrigin))
        throw ctx.refuse('invalid', { fields: { endpoint: 'not_allowed' } });
      return (await store(ctx, subscription)) ? read(ctx) : { details: null };
    },
    unsubscribe: async (ctx) => {
      await ctx.db
        .deleteFrom('push_subscription')
        .where('tenant', '=', ctx.tenant)
        .where('session', '=', sessionOf(ctx))
        .execute();
      return null;
    },
  };
}

/** False for an address that its push service no longer knows. */
async function store(ctx: Ctx, { endpoint, keys, details, discreet }: PushSubscription): Promise<boolean> {
  const { db, tenant } = ctx;
  const account = ctx.member().id;
  const session = sessionOf(ctx);
  const isGone = db
    .selectFrom('push_subscription')
    .select('session')
    .where('tenant', '=', tenant)
    .where('endpoint', '=', endpoint)
    .where('gone', '=', true);
  if (await isGone.executeTakeFirst()) return false;
  // The browser has another login now, perhaps of another member.
  const before = await db
    .deleteFrom('push_subscription')
    .where('tenant', '=', tenant)
    .where('endpoint', '=', endpoint)
    .where('session', '!=', session)
    .returning(['account', 'details', 'discreet'])
    .executeTakeFirst();
  const kept = before?.account === account ? { details: before.details, discreet: before.discreet } : {};
  const chosen = { ...(details === undefined ? {} : { details }), ...(discreet === undefined ? {} : { discreet }) };
  const values = { endpoint, ...keys, gone: false, failing_since: null, ...chosen };
  await db
    .insertInto('push_subscription')
    .values({ tenant, session, account, pushed_at: ctx.now(), ...kept, ...values })
    .onConflict((conflict) => conflict.columns(['tenant', 'session']).doUpdateSet(values))
    .execute();
  return true;
}

async function read(ctx: Ctx): Promise<PushState> {
  const row = await ctx.db
    .selectFrom('push_subscription')
    .select(['details', 'discreet'])
    .where('tenant', '=', ctx.tenant)
    .where('session', '=', sessionOf(ctx))
    .where('gone', '=', false)
    .executeTakeFirst();
  return row ?? { details: null };
}

/** A member always has one. */
function sessionOf(ctx: Ctx): Uint8Array {
  ctx.member();
  if (!ctx.session) throw new Error('A member without a session.');
  return ctx.session.hash;
}
