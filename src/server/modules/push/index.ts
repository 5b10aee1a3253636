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
      await store(ctx, subscription);
      return read(ctx);
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

async function store(ctx: Ctx, { endpoint, keys, details, discreet }: PushSubscription): Promise<void> {
  const { db, tenant } = ctx;
  const account = ctx.member().id;
  const session = sessionOf(ctx);
  // The browser has another login now, perhaps of another member.
  await db
    .deleteFrom('push_subscription')
    .where('tenant', '=', tenant)
    .where('endpoint', '=', endpoint)
    .where('session', '!=', session)
    .execute();
  const chosen = { ...(details === undefined ? {} : { details }), ...(discreet === undefined ? {} : { discreet }) };
  const values = { endpoint, ...keys, ...chosen };
  await db
    .insertInto('push_subscription')
    .values({ tenant, session, account, pushed_at: ctx.now(), ...values })
    .onConflict((conflict) => conflict.columns(['tenant', 'session']).doUpdateSet(values))
    .execute();
}

async function read(ctx: Ctx): Promise<PushState> {
  const row = await ctx.db
    .selectFrom('push_subscription')
    .select('details')
    .where('tenant', '=', ctx.tenant)
    .where('session', '=', sessionOf(ctx))
    .executeTakeFirst();
  return { details: row?.details ?? null };
}

/** A member always has one. */
function sessionOf(ctx: Ctx): Uint8Array {
  ctx.member();
  if (!ctx.session) throw new Error('A member without a session.');
  return ctx.session.hash;
}
