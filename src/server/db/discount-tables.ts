// Kysely types of the tables for discount codes.
import type { ColumnType } from 'kysely';
import type { Validity } from '#contract/discounts';
import type { Defaulted } from './tables.ts';

/** A code. `account` is the only member who may use it; `minimum_order_value` is in minor units of `currency`. */
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

/**
 * Which order has a use of a code. `holder` is the account where each member has one use, and empty where there is only one. The
 * use is free again when its order ended unpaid.
 */
export interface DiscountUseTable {
  tenant: number;
  holder: string;
  code: string;
  payment: string;
  at: Date;
}
