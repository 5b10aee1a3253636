// A member's own limits of spending.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

/**
 * A member's own limits in minor units of `currency`, null for none, of 24 hours and of 30 days; each becomes its `next` at `next_at`
 * (src/domain/spending.ts).
 */
export interface SpendLimitTable {
  tenant: number;
  account: string;
  currency: string;
  daily: number | null;
  daily_next: number | null;
  daily_next_at: Date | null;
  monthly: number | null;
  monthly_next: number | null;
  monthly_next_at: Date | null;
}

export const spendLimit = table<SpendLimitTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('currency', 'daily', 'daily_next', 'daily_next_at', 'monthly', 'monthly_next', 'monthly_next_at'),
    ...hidden(OWNER, 'account'),
  },
});
