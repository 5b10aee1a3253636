// One payment: polled while it is pending, reloaded when a live event reports a change, and cancelled while it is not paid.
import { correctionPath, credits, invoicePath, type Payment } from '#contract/credits';
import { wasPaid } from '#domain/payments';
import { client } from '#lib/api';
import { onLive, onLiveOpen } from './live.ts';
import { startPolling } from './poll.ts';
import { createResource, goneOrFailed } from './resource.ts';
import { loadUser } from './session.ts';
import { createSubmit } from './submit.ts';

const api = client({ payment: credits.payment, cancel: credits.cancel });
const POLL_MS = 10_000;

/** A status that this version does not know counts as pending. */
const isPending = ({ status }: Payment): boolean => status === 'created' || status === 'pending' || status === 'other';

export const $payment = createResource({
  load: async (id: string, isLatest) => {
    const { payment } = await api.payment({ id });
    const isStatusChanged = $payment.ready()?.payment.status !== payment.status;
    // Load the balance first, so that it changes together with the status.
    if (isLatest() && isStatusChanged && !isPending(payment)) await loadUser();
    return { payment };
  },
  failure: goneOrFailed,
});

/** Opens a payment and follows it until the returned function is called. */
export function watchPayment(id: string): () => void {
  void $payment.open(id);
  const stops = [
    startPolling(
      async () => {
        const shown = $payment.ready();
        if (shown && isPending(shown.payment)) await loadPayment();
      },
      () => POLL_MS,
    ),
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

export const loadPayment = (): Promise<void> => $payment.reload();

/** Where the browser downloads the invoice of a payment from; null when it was never paid. */
export const invoiceOf = ({ payment_id: id, status }: Payment): string | null =>
  wasPaid(status) ? `${invoicePath}?payment=${id}` : null;

/** The same for what went back of it, also when it came back to the seller; null when nothing did. */
export const correctionOf = ({ payment_id: id, corrected }: Payment): string | null =>
  corrected ? `${correctionPath}?payment=${id}` : null;

/** Creates the submit that ends an order that is not paid yet. If it has been paid meanwhile, that is shown instead. */
export const createCancellation = () =>
  createSubmit(async ({ payment }: { payment: string }) => {
    await api.cancel({ payment });
    await loadPayment();
  });
