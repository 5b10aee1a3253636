// The member's payments and the paginated ledger of their credits.
import { credits, type LedgerEntry, type Payment } from '#contract/credits';
import { client } from '#lib/api';
import { onLive, onLiveOpen } from './live.ts';
import { createResource, type ResourceState } from './resource.ts';

const api = client({ transactions: credits.transactions, ledger: credits.ledger });

/** `next` is the cursor of the earlier entries, null when there are none; `more` is the state of loading them. */
interface LedgerPages {
  readonly entries: readonly LedgerEntry[];
  readonly next: number | null;
  readonly more: 'idle' | 'loading' | 'failed';
}
export type PaymentsState = ResourceState<{ readonly payments: readonly Payment[] }>;
export type LedgerState = ResourceState<LedgerPages>;

export const $payments = createResource({ load: () => api.transactions() });
export const $ledger = createResource({
  load: async (): Promise<LedgerPages> => ({ ...(await api.ledger({})), more: 'idle' }),
});

/** Loads payments and ledger, and reloads them on payment events and reconnects, until the returned function is called. */
export function watchTransactions(): () => void {
  openTransactions();
  const stops = [onLive('payment', openTransactions), onLiveOpen(openTransactions)];
  return () => {
    $payments.cancel();
    $ledger.cancel();
    stops.forEach((stop) => stop());
  };
}

/** Loads both; the current values stay until then, also on failure. */
export function openTransactions(): void {
  void $payments.reload();
  void $ledger.reload();
}

export async function loadEarlier(): Promise<void> {
  const shown = $ledger.ready();
  if (!shown || shown.next === null || shown.more === 'loading') return;
  const update = $ledger.updater();
  update(() => ({ more: 'loading' }));
  try {
    const page = await api.ledger({ before: shown.next });
    update(({ entries }) => ({ entries: [...entries, ...page.entries], next: page.next, more: 'idle' }));
  } catch {
    update(() => ({ more: 'failed' }));
  }
}
