// What the member has spent, and their own limits.
import { spending, type SpendLimit, type SpendLimits } from '#contract/spending';
import { type Limit, SPENDING } from '#domain/spending';
import { client } from '#lib/api';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client(spending);

export const $spending = createResource({ load: () => api.read() });

/** Sets the limits that are given. */
export const createLimits = (): Submit<SpendLimits> =>
  createSubmit(async (limits) => {
    const answer = await api.limit(limits);
    $spending.updater()(() => answer);
  });

/** A limit as the rules count it. */
export const limitOf = ({ amount, next }: SpendLimit): Limit => ({
  amount,
  next: next && { ...next, from: new Date(next.from) },
});

/** A limit as it is typed, in whole units of money: null for none, undefined for no amount. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const amount = /^\d{1,6}$/.test(text) ? Number(text) * 100 : 0;
  return amount >= SPENDING.least && amount <= SPENDING.most ? amount : undefined;
}

/** How a limit is typed: in whole units of money, never more than it is. */
export const typedLimit = (amount: number | null): string => (amount === null ? '' : String(Math.floor(amount / 100)));
