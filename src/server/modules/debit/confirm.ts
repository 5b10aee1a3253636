// Checks the code, which signs the mandate, and places the order; money moves once for a mandate.
import type { debit } from '#contract/debit';
import type { CodeOf, InputOf } from '#contract/endpoint';
import { debitProblem } from '#domain/debit';
import { DEBIT_METHOD } from '#domain/payment-methods';
import type { Ctx, SerializedAnswer, StagedCtx } from '../../context.ts';
import { startCheckout } from '../../payments/checkout.ts';
import {
  debitHistory,
  debitOf,
  lockBankAccount,
  lockMandate,
  type Mandate,
  signMandate,
  tryCode,
} from '../../payments/mandates.ts';
import { orderId } from '../../payments/orders.ts';
import { placeOrder } from '../../payments/place-order.ts';
import type { Services } from '../../services.ts';
import { creditorOf, refuseProblem } from './begin.ts';

type Confirm = typeof debit.confirm;
type ConfirmCtx = Ctx<CodeOf<Confirm>>;

export async function confirmDebit(services: Services, ctx: StagedCtx<Confirm>): Promise<SerializedAnswer> {
  const { config } = services;
  const { row, language, mandate } = await ctx.prepare(async (orderCtx, { reference, code, ...order }) => {
    await creditorOf(services, orderCtx);
    const id = orderId(orderCtx.tenant, orderCtx.member().id, orderCtx.key ?? '');
    const found = await lockMandate(orderCtx, reference);
    if (!found) throw orderCtx.refuse('debit_code');
    // A call that is sent again finds its own signature.
    if (found.payment !== id) await checkCode(services, orderCtx, found, { code, amount: order.amount });
    const placed = await placeOrder(services, orderCtx, { ...order, method: DEBIT_METHOD }, { hasMandate: true });
    return { ...placed, mandate: found.payment === id ? found : await signMandate(orderCtx, found, id) };
  });
  const finish = await startCheckout(services, { ...ctx, language }, row, { debit: debitOf(config, mandate) });
  return ctx.transaction(finish);
}

async function checkCode(
  { config }: Services,
  ctx: ConfirmCtx,
  mandate: Mandate,
  { code, amount }: Pick<InputOf<Confirm>, 'code' | 'amount'>,
): Promise<void> {
  if (mandate.signed_at !== null) throw ctx.refuse('debit_code');
  if (!(await tryCode(ctx, config, mandate, code))) throw ctx.refuse('debit_code', { commitAnyway: true });
  await lockBankAccount(ctx, mandate.iban_hash);
  refuseProblem(ctx, debitProblem(await debitHistory(ctx, mandate.iban_hash), amount));
}
