// One payment on its way: asked for gently while the provider has not said how it ended, and at once when an event tells.
import { credits, type Payment } from '#contract/credits';
import { client } from '#lib/api';
import { onLive, onLiveOpen } from './live.ts';
import { startPolling } from './poll.ts';
import { createResource, goneOr } from './resource.ts';
import { loadUser } from './session.ts';

const api = client({ payment: credits.payment });
/** How often a payment that is not settled is asked for, in milliseconds. */
const EVERY_MS = 10_000;

/** Whether it is still open how the payment ends; a status that is new to us counts as open. */
const isPending = ({ status }: Payment): boolean => status === 'created' || status === 'pending' || status === 'other';

export const $payment = createResource({
  load: async (id: string, isLatest) => {
    const { payment } = await api.payment({ id });
    const isNews = $payment.ready()?.payment.status !== payment.status;
    // The balance may have changed, and comes with the status.
    if (isLatest() && isNews && !isPending(payment)) await loadUser();
    return { payment };
  },
  failure: goneOr,
});

/** Shows a payment and follows it until the returned function is called. */
export function watchPayment(id: string): () => void {
  void $payment.open(id);
  const stops = [
    startPolling(async () => {
      const shown = $payment.ready();
      if (shown && isPending(shown.payment)) await loadPayment();
    }, EVERY_MS),
    onLive('payment', (event) => {
      if (event.payment === id) void loadPayment();
    }),
    onLiveOpen(() => void loadPayment()),
  ];
  return () => {
    $payment.cancel();
    for (const stop of stops) stop();
  };
}

/** Fetches the payment that is watched once more. */
export const loadPayment = (): Promise<void> => $payment.reload();
