// Places an order with one idempotency key per choice, so that repeated clicks and retries order once.
import { atom } from 'nanostores';
import { credits, type Payment } from '#contract/credits';
import type { OutputOf } from '#contract/endpoint';
import { isOrderRefusal } from '#domain/order-refusal';
import { arrivesLater } from '#domain/payment-methods';
import { ApiError, client } from '#lib/api';
import { navigateTo } from '#lib/paths';
import { savePartner } from './payment-partner.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client({ order: credits.order, cancel: credits.cancel, payment: credits.payment });

export interface OrderInput {
  readonly package: string;
  readonly method: string;
  /** The price shown, in minor units; the server refuses another one. */
  readonly amount: number;
  readonly discount_code: string | null;
  /** Whether the provider may keep the card. */
  readonly remember_card: boolean;
  /** The member whose chat the order came from. */
  readonly partner: string | null;
}
type Choice = Omit<OrderInput, 'partner'>;
type Placed = OutputOf<typeof credits.order>;

/** Creates the submit of one visit to the order page; on success it navigates to the payment provider. */
export function createOrder(): Submit<OrderInput> {
  const place = orderOnce(({ discount_code, ...order }: Choice, options) =>
    api.order(discount_code === null ? order : { ...order, discount_code }, options),
  );
  return createSubmit(({ partner, ...choice }) => place(choice, partner));
}

/** The orders of one visit, with a key per choice; on success it navigates to the payment. */
export function orderOnce<Wanted>(send: (choice: Wanted, options: { idempotencyKey: string }) => Promise<Placed>) {
  const keys = new Map<string, string>();
  const place = async (choice: Wanted): Promise<Placed> => {
    const name = JSON.stringify(choice);
    const idempotencyKey = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, idempotencyKey);
    try {
      return await send(choice, { idempotencyKey });
    } catch (error) {
      // The refusal is stored under the key, and may not hold any more.
      if (error instanceof ApiError && isOrderRefusal(error.code)) keys.delete(name);
      throw error;
    }
  };
  return async (choice: Wanted, partner: string | null): Promise<void> => {
    const { payment, redirect } = await place(choice).catch((error: unknown) =>
      placeInstead(error, () => place(choice)),
    );
    if (partner) savePartner(payment.payment_id, partner);
    navigateTo(redirect);
  };
}

/** Unpaid orders that a new one needs cancelled, about which the member is asked. */
interface Question {
  readonly orders: readonly Payment[];
  answer(mayCancel: boolean): void;
}
export const $question = atom<Question | null>(null);

const mayCancel = (orders: readonly Payment[]): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (is: boolean): void => {
      $question.set(null);
      resolve(is);
    };
    $question.set({ orders, answer });
  });

/** How often orders are cancelled for one new order. */
const MAX_ROUNDS = 3;

/** The own unpaid orders because of which an order was refused. */
function ordersInTheWay(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  const { code, body } = error;
  if (code === 'spend_in_order') return body.payments ?? [];
  return code === 'code_in_order' && body.payment !== undefined ? [body.payment] : [];
}

/**
 * The member came back from the payment page and chose differently: the order that has the code, or counts towards their limit, is
 * cancelled for the new one. They are asked first when it is because of a limit, or when they may have paid it already.
 */
async function placeInstead<T>(error: unknown, again: () => Promise<T>, left = MAX_ROUNDS): Promise<T> {
  const ids = ordersInTheWay(error);
  if (ids.length === 0 || left === 0) throw error;
  const orders = await Promise.all(ids.map(async (id) => (await api.payment({ id })).payment));
  const mustAsk =
    (error instanceof ApiError && error.code === 'spend_in_order') ||
    orders.some(({ payment_method: method }) => arrivesLater(method));
  if (mustAsk && !(await mayCancel(orders))) throw error;
  for (const { payment_id: payment } of orders) {
    const { payment: before } = await api.cancel({ payment });
    if (before.status !== 'cancelled' && before.status !== 'expired') throw error;
  }
  return again().catch((next: unknown) => placeInstead(next, again, left - 1));
}
