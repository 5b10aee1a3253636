// Withdrawal from a purchase: the preview of what goes back, and the confirmation.
import { atom } from 'nanostores';
import { credits, type Withdrawal } from '#contract/credits';
import { client } from '#lib/api';
import { loadPayment } from './payment.ts';
import { onSessionEnd } from './private-data.ts';
import { createResource } from './resource.ts';
import { $user } from './session.ts';
import { createSubmit } from './submit.ts';

const api = client({ preview: credits.withdrawal, confirm: credits.withdraw });

/** What a withdrawal would give back now, by payment. */
export const $withdrawalPreview = createResource({ load: (payment: string) => api.preview({ payment }) });

/** The confirmed withdrawal of this visit. */
export const $withdrawal = atom<Withdrawal | null>(null);
onSessionEnd(() => $withdrawal.set(null));

/** Creates the submit of one opened dialog, with one idempotency key, so that repeated clicks withdraw once. */
export function createWithdrawal() {
  const idempotencyKey = crypto.randomUUID();
  return createSubmit(async ({ payment }: { payment: string }) => {
    const { withdrawal } = await api.confirm({ payment }, { idempotencyKey });
    $withdrawal.set(withdrawal);
    await loadPayment();
  });
}

/**
 * Opens the preview of a payment and loads it again when the balance changes, until the returned function is called. The withdrawal
 * changes the balance as well: the preview stays as it was confirmed.
 */
export function watchWithdrawal(payment: string, withdrawal: ReturnType<typeof createWithdrawal>): () => void {
  void $withdrawalPreview.open(payment);
  const stop = $user.listen((user, before) => {
    const { state } = withdrawal.get();
    if (user?.credits === before?.credits || state === 'sending' || state === 'done') return;
    void $withdrawalPreview.reload();
  });
  return () => {
    stop();
    $withdrawalPreview.cancel();
  };
}
