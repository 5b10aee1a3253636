// Spend care: a member's own limits, which go down at once and up after a day, and when a day's spending deserves a note (decisions E10).
import { SPEND_LIMIT } from '#contract/spending';
import { HOUR_MS } from './durations.ts';
import type { Currency, PriceList } from './prices.ts';

/** Both periods end now, so that no midnight gives the day's limit twice. A limit is a whole amount in minor units. */
export const SPENDING = {
  dayMs: 24 * HOUR_MS,
  monthMs: 30 * 24 * HOUR_MS,
  raiseAfterMs: 24 * HOUR_MS,
  ...SPEND_LIMIT,
} as const;

export const periods = ['daily', 'monthly'] as const;
export type Period = (typeof periods)[number];

/** `amount` in minor units, null for none; `next` is what it becomes at `from`. */
export interface Limit {
  readonly amount: number | null;
  readonly next: { readonly amount: number | null; readonly from: Date } | null;
}
export const NO_LIMIT: Limit = { amount: null, next: null };

/** The limit as it stands at `now`. */
export const limitAt = (limit: Limit, now: Date): Limit =>
  limit.next && now >= limit.next.from ? { amount: limit.next.amount, next: null } : limit;

const isHigher = (wanted: number | null, current: number | null): boolean =>
  current !== null && (wanted === null || wanted > current);

/** A lower limit counts at once and ends a rise that was asked for; a higher one, or none, counts a day later. */
export function changedLimit(limit: Limit, wanted: number | null, now: Date): Limit {
  const current = limitAt(limit, now);
  if (!isHigher(wanted, current.amount)) return { amount: wanted, next: null };
  // Asked for once more, it does not begin anew.
  if (current.next?.amount === wanted) return current;
  return { amount: current.amount, next: { amount: wanted, from: new Date(now.getTime() + SPENDING.raiseAfterMs) } };
}

/** The same limit in another currency, rounded down: a move to another country raises none. */
export function limitIn({ inCurrency }: PriceList, limit: Limit, from: Currency, to: Currency): Limit {
  const moved = (amount: number | null): number | null =>
    amount === null ? null : Math.max(SPENDING.least, inCurrency(amount, from, to, 'down'));
  return { amount: moved(limit.amount), next: limit.next && { ...limit.next, amount: moved(limit.next.amount) } };
}

/** What was spent in the two periods, in minor units. */
export type Spent = Readonly<Record<Period, number>>;
export type Limits = Readonly<Record<Period, Limit>>;

/** Whether another `amount` passes a limit. */
export const passesLimit = (limits: Limits, spent: Spent, amount: number, now: Date): boolean =>
  periods.some((period) => {
    const most = limitAt(limits[period], now).amount;
    return most !== null && spent[period] + amount > most;
  });

/** The fewest orders that are `enough` when they end, and of those small ones; null when all of them are not. */
export function fewestOrders<Order extends { readonly amount: number }>(
  orders: readonly Order[],
  enough: (ended: readonly Order[]) => boolean,
): readonly Order[] | null {
  const largest = orders.toSorted((a, b) => b.amount - a.amount);
  const count = largest.findIndex((_, at) => enough(largest.slice(0, at + 1)));
  if (count === -1) return null;
  const first = largest.slice(0, count);
  const last = largest.slice(count).findLast((order) => enough([...first, order]));
  return last ? [...first, last] : null;
}

/** A day that may be remarked on. Money in minor units; `credits` and those of them that went to `fictional` profiles. */
export interface Day {
  readonly spent: number;
  /** In the 30 days before the day. */
  readonly before: number;
  readonly credits: number;
  readonly fictional: number;
}
export type SpendingNote = 'spike' | 'spike_fictional';

/** Packages whose price is a lot for one day, and already when most credits go to fictional profiles. */
const A_LOT = '100';
const A_LOT_ON_FICTION = '35';

/** A day of a lot of money, at least half of what the 30 days before it cost together. */
export function noteOn(
  { spent, before, credits, fictional }: Day,
  { amountOf }: PriceList,
  country: string,
): SpendingNote | null {
  const isFiction = fictional * 2 > credits;
  const price = amountOf(isFiction ? A_LOT_ON_FICTION : A_LOT, country);
  if (spent < price || spent * 2 < before) return null;
  return isFiction ? 'spike_fictional' : 'spike';
}
