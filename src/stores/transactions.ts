// What was bought and where the credits went: the member's payments, and their account page by page.
import { atom } from 'nanostores';
import { credits, type Entry, type Payment } from '#contract/credits';
import { ApiError, client } from '#lib/api';
import { onLive, onLiveOpen } from './live.ts';

const api = client({ transactions: credits.transactions, ledger: credits.ledger });

export type PaymentsState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly payments: readonly Payment[] }
  | { readonly state: 'failed'; readonly code: string };
/** `next` is where the earlier entries begin, null when there are none; `more` is how loading them stands. */
export type LedgerState =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly entries: readonly Entry[];
      readonly next: number | null;
      readonly more: 'idle' | 'loading' | 'failed';
    }
  | { readonly state: 'failed'; readonly code: string };

export const $payments = atom<PaymentsState>({ state: 'loading' });
export const $ledger = atom<LedgerState>({ state: 'loading' });

/** Counts the openings: an answer to an earlier one comes too late. */
let latest = 0;

/** Loads payments and ledger anew, and again whenever a payment's status changes or that may have been missed, until the returned function is called. */
export function watchTransactions(): () => void {
  openTransactions();
  const stops = [onLive('payment', openTransactions), onLiveOpen(openTransactions)];
  return () => {
    latest += 1;
    stops.forEach((stop) => stop());
  };
}

/** Loads both; what is shown already stays until the new is there, and when that fails to come. */
export function openTransactions(): void {
  const turn = (latest += 1);
  if ($payments.get().state === 'failed') $payments.set({ state: 'loading' });
  if ($ledger.get().state === 'failed') $ledger.set({ state: 'loading' });
  void api.transactions().then(
    ({ payments }) => void (turn === latest && $payments.set({ state: 'ready', payments })),
    (error: unknown) =>
      void (isMissed(turn, $payments.get()) && $payments.set({ state: 'failed', code: codeOf(error) })),
  );
  void api.ledger({}).then(
    (answer) => void (turn === latest && $ledger.set({ state: 'ready', more: 'idle', ...answer })),
    (error: unknown) => void (isMissed(turn, $ledger.get()) && $ledger.set({ state: 'failed', code: codeOf(error) })),
  );
}

const isMissed = (turn: number, shown: PaymentsState | LedgerState): boolean =>
  turn === latest && shown.state === 'loading';

/** Adds the entries before the last one shown. */
export async function loadEarlier(): Promise<void> {
  const shown = $ledger.get();
  if (shown.state !== 'ready' || shown.next === null || shown.more === 'loading') return;
  const turn = latest;
  $ledger.set({ ...shown, more: 'loading' });
  try {
    const { entries, next } = await api.ledger({ before: shown.next });
    if (turn === latest) $ledger.set({ ...shown, entries: [...shown.entries, ...entries], next, more: 'idle' });
  } catch {
    if (turn === latest) $ledger.set({ ...shown, more: 'failed' });
  }
}

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal');
