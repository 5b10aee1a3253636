// A discount code. `account` is the only member who may use it; `minimum_order_value` is in minor units of `currency`.
import type { ColumnType } from 'kysely';
import type { Validity } from '#contract/discounts';
import { hidden, own, OWNER, plain } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

export interface DiscountCodeTable {
  tenant: number;
  code: string;
  country: Defaulted<string | null>;
  account: Defaulted<string | null>;
  expires: Defaulted<Date | null>;
  value_percentage: ColumnType<string, number, number>;
  currency: Defaulted<string | null>;
  minimum_order_value: Defaulted<number | null>;
  status: Defaulted<'active' | 'inactive'>;
  validity: Validity;
  paymentmethods: Defaulted<string[] | null>;
  created_at: Date;
}

export const discountCode = table<DiscountCodeTable>()({
  retention: { keep: 'forever', because: 'An offer of the brand; a member’s own is deleted with the account.' },
  owners: ['account'],
  columns: {
    ...plain('tenant', 'country', 'value_percentage', 'currency', 'minimum_order_value', 'status', 'validity'),
    ...plain('paymentmethods'),
    ...own('code', 'expires', 'created_at'),
    ...hidden(OWNER, 'account'),
  },
});
