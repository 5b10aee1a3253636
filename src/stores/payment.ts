// One payment on its way: asked for gently while the provider has not said how it ended, and at once when an event tells.
import { atom } from 'nanostores';
import { credits, type Payment } from '#contract/credits';
import { ApiError, client } from '#lib/api';
import { onLive, onLiveOpen } from './live.ts';
import { startPolling } from './poll.ts';
import { loadUser } from './session.ts';

const api = client({ payment: credits.payment });
/** How often a payment that is not settled is asked for, in milliseconds. */
const EVERY_MS = 10_000;

export type PaymentState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly payment: Payment }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly code: string };

export const $payment = atom<PaymentState>({ state: 'loading' });

/** Whether it is still open how the payment ends; a status that is new to us counts as open. */
export const isPending = ({ status }: Payment): boolean =>
  status === 'created' || status === 'pending' || status === 'other';

/** Counts the calls and the payments watched: an answer about an earlier one comes too late. */
let latest = 0;

/** Shows a payment and follows it until the returned function is called. */
export function watchPayment(id: string): () => void {
  latest += 1;
  $payment.set({ state: 'loading' });
  const follow = (): Promise<void> => loadPayment(id);
  void follow();
  const stops = [
    startPolling(async () => {
      const shown = $payment.get();
      if (shown.state === 'ready' && isPending(shown.payment)) await follow();
    }, EVERY_MS),
    onLive('payment', (event) => {
      if (event.payment === id) void follow();
    }),
    onLiveOpen(() => void follow()),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}

/** Fetches a payment; a failure does not take away what is known already. A new status may have changed the balance. */
export async function loadPayment(id: string): Promise<void> {
  const turn = (latest += 1);
  const before = $payment.get();
  if (before.state === 'failed') $payment.set({ state: 'loading' });
  try {
    const { payment } = await api.payment({ id });
    if (turn !== latest) return;
    if (!(before.state === 'ready' && before.payment.status === payment.status) && !isPending(payment))
      await loadUser();
    if (turn === latest) $payment.set({ state: 'ready', payment });
  } catch (error) {
    if (turn === latest && before.state !== 'ready') $payment.set(stateOf(error));
  }
}

function stateOf(error: unknown): PaymentState {
  const code = error instanceof ApiError ? error.code : 'internal';
  return code === 'not_found' || code === 'invalid' ? { state: 'gone' } : { state: 'failed', code };
}
