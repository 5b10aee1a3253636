// Places an order with one idempotency key per choice, so that repeated clicks and retries order once.
import { credits } from '#contract/credits';
import { client } from '#lib/api';
import { navigateTo } from '#lib/paths';
import { savePartner } from './payment-partner.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client({ order: credits.order });

export interface OrderInput {
  readonly package: string;
  readonly method: string;
  /** The member whose chat the order came from. */
  readonly partner: string | null;
}

/** Creates the submit of one visit to the order page; on success it navigates to the payment provider. */
export function createOrder(): Submit<OrderInput> {
  const keys = new Map<string, string>();
  return createSubmit(async ({ partner, ...choice }) => {
    const name = `${choice.package} ${choice.method}`;
    const idempotencyKey = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, idempotencyKey);
    const { payment, redirect } = await api.order(choice, { idempotencyKey });
    if (partner) savePartner(payment.payment_id, partner);
    navigateTo(redirect);
  });
}
