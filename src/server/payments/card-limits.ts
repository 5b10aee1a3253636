// What guards a kept card, which one press charges: one order at a time, and so many within 24 hours (requirement CR12).
import { DAY_MS } from '#domain/durations';
import type { repeat } from '#contract/repeat';
import type { CodeOf } from '#contract/endpoint';
import { isOpen, OPEN_STATUSES } from '#domain/payments';
import type { Ctx } from '../context.ts';
import { lockAccount } from '../db/lock-account.ts';
import { secondsUntil } from '../http/retry-after.ts';
import { findOrder } from './orders.ts';

/**
 * Refuses an order while another one of the member may have charged the card, and one too many. A retry of an order is
 * not counted again. All such orders of a member wait here for each other.
 */
export async function guardCard(ctx: Ctx<CodeOf<typeof repeat.order>>, id: string): Promise<void> {
  const { db, tenant } = ctx;
  const account = ctx.member().id;
  // Locked before the member, as reports lock them.
  const before = await findOrder(db, tenant, id);
  await lockAccount(db, tenant, account);
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const others = await db
    .selectFrom('payment')
    .select(['id', 'status', 'created_at'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('card_last_four', 'is not', null)
    .where('id', '!=', id)
    .where((is) => is.or([is('created_at', '>', since), is('status', 'in', OPEN_STATUSES)]))
    .orderBy('created_at')
    .execute();
  const unresolved = others.find(({ status }) => isOpen(status));
  if (unresolved) throw ctx.refuse('order_unresolved', { payment: unresolved.id });
  const recent = others.filter(({ created_at: at }) => at > since);
  const [first] = recent.slice(-ctx.site.siteSettings.repeat_orders_per_day);
  if (before || !first || recent.length < ctx.site.siteSettings.repeat_orders_per_day) return;
  const again = new Date(first.created_at.getTime() + DAY_MS);
  throw ctx.refuse('repeat_limit', { retryAfter: secondsUntil(again, ctx.now()) });
}
