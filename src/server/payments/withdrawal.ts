// A member's withdrawal from a purchase: takes the unused credits back, has their price refunded, and mails a receipt.
import type { credits, Withdrawal } from '#contract/credits';
import type { CodeOf } from '#contract/endpoint';
import { returned } from '#domain/payments';
import { failedRefunds, refundFor, unusedCredits } from '#domain/withdrawal';
import type { Ctx } from '../context.ts';
import { lockAccount } from '../db/lock-account.ts';
import { withdrawalMail } from '../mail/withdrawal.ts';
import type { Services } from '../services.ts';
import { debitAccount } from './ledger.ts';
import { type PaymentRow, withdrawUntil } from './orders.ts';
import { withdrawalRefund } from './refund-withdrawal.ts';

type WithdrawalCtx = Pick<Ctx<CodeOf<typeof credits.withdraw>>, 'db' | 'tenant' | 'site' | 'now' | 'refuse' | 'emit'>;

/** What a withdrawal would do now, within `days` of the payment. Throws `withdrawal_over` or `nothing_unused`. */
export async function previewWithdrawal(
  ctx: WithdrawalCtx,
  row: PaymentRow,
  days: number = ctx.site.siteSettings.refund_days,
): Promise<Withdrawal> {
  if (!withdrawUntil(row, days, ctx.now())) throw ctx.refuse('withdrawal_over');
  const movements = await ctx.db
    .selectFrom('ledger')
    .select(['kind', 'credits', 'about'])
    .where('tenant', '=', ctx.tenant)
    .where('account', '=', row.account)
    .orderBy('version')
    .execute();
  const unused = unusedCredits(movements).get(row.id) ?? 0;
  if (unused === 0) throw ctx.refuse('nothing_unused');
  const amount = refundFor({ amount: row.amount, returned: returned(row), credits: row.credits }, unused);
  return { payment_id: row.id, credits: unused, refund: { amount, currency: row.currency } };
}

/** Withdraws from a payment whose row is locked. The refund and the receipt follow as jobs of the same transaction. */
export async function withdraw(
  { queue }: Pick<Services, 'queue'>,
  ctx: WithdrawalCtx,
  row: PaymentRow,
  days?: number,
): Promise<{ readonly withdrawal: Withdrawal; readonly after: PaymentRow }> {
  const { db, tenant } = ctx;
  const { account, id } = row;
  // Locked before the ledger is read, so that no message is sent in between.
  await lockAccount(db, tenant, account);
  const withdrawal = await previewWithdrawal(ctx, row, days);
  const { credits, refund } = withdrawal;
  const at = ctx.now();
  const balance = await debitAccount(db, { tenant, account, credits, kind: 'refund', book: 'sales', about: id, at });
  if (balance === null) throw new Error(`The balance is less than the unused credits of payment ${id}.`);
  const after = await db
    .updateTable('payment')
    .set({
      ...{ withdrawn_at: at, withdrawn_credits: credits, withdrawn_amount: refund.amount, updated_at: at },
      ...{ withdrawn_after_refunded: row.refunded, withdrawn_after_failed: failedRefunds(row) },
      // The key of a refund that failed is not used again.
      ...{ refund_attempt: row.refund_attempt + 1, refund_amount: null, refund_after_refunded: null },
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await queue.add(db, withdrawalRefund, { tenant, payment: id });
  await queue.add(db, withdrawalMail, { tenant, payment: id });
  ctx.emit({ type: 'payment', payment: id }, { account });
  ctx.emit({ type: 'user' }, { account });
  return { withdrawal, after };
}
