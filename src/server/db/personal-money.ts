// The list of personal columns, of the tables about money: the books stay, under a pseudonym.
import {
  booked,
  BOOKS,
  hidden,
  kept,
  MANDATE,
  own,
  OWNER,
  type PersonalRule,
  plain,
  SECRET,
} from './personal-rules.ts';
import type { Database } from './tables.ts';

type MoneyTable =
  | 'ledger'
  | 'payment'
  | 'stored_card'
  | 'spend_limit'
  | 'forgotten_card'
  | 'debit_mandate'
  | 'discount_code'
  | 'discount_use'
  | 'webhook_event';

export const MONEY = {
  ledger: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'id'),
      ...kept(BOOKS, true, 'version', 'book', 'kind', 'credits', 'balance', 'at'),
      ...booked('account', 'about'),
    },
  },
  payment: {
    owners: ['account'],
    columns: {
      ...plain(
        'tenant',
        'keeps_card',
        'redirect',
        'check_at',
        'refund_attempt',
        'refund_amount',
        'refund_after_refunded',
      ),
      ...plain('withdrawn_after_refunded', 'withdrawn_after_failed'),
      ...kept(BOOKS, true, 'id', 'package', 'credits', 'amount', 'currency', 'vat', 'method', 'country'),
      ...kept(BOOKS, true, 'discount_code', 'provider', 'provider_ref', 'status', 'paid', 'refunded', 'charged_back'),
      ...kept(BOOKS, true, 'reversed', 'created_at', 'updated_at', 'paid_at', 'card_brand', 'card_last_four'),
      ...kept(BOOKS, true, 'withdrawn_at', 'withdrawn_credits', 'withdrawn_amount'),
      ...booked('account'),
    },
  },
  stored_card: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('provider', 'method', 'brand', 'last_four', 'saved_at'),
      ...hidden('Stands for the card at the provider.', 'token'),
      ...hidden(OWNER, 'account'),
    },
  },
  spend_limit: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('currency', 'daily', 'daily_next', 'daily_next_at', 'monthly', 'monthly_next', 'monthly_next_at'),
      ...hidden(OWNER, 'account'),
    },
  },
  forgotten_card: {
    owners: [],
    columns: {
      ...plain('tenant', 'provider', 'at'),
      ...kept('Gone when the provider has forgotten the card.', false, 'token'),
    },
  },
  debit_mandate: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'language', 'tries', 'code_until', 'kept_until'),
      ...kept(MANDATE, true, 'reference', 'holder', 'last_four', 'street', 'postcode', 'city', 'country', 'phone'),
      ...kept(MANDATE, true, 'begun_at', 'signed_at', 'payment'),
      ...kept('Encrypted; its last four characters are in the export.', false, 'iban', 'iban_hash'),
      ...hidden(SECRET, 'code_hash'),
      ...hidden(OWNER, 'account'),
    },
  },
  discount_code: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'country', 'value_percentage', 'currency', 'minimum_order_value', 'status', 'validity'),
      ...plain('paymentmethods'),
      ...own('code', 'expires', 'created_at'),
      ...hidden(OWNER, 'account'),
    },
  },
  discount_use: {
    owners: ['holder'],
    columns: { ...plain('tenant'), ...own('code', 'payment', 'at'), ...hidden(OWNER, 'holder') },
  },
  webhook_event: {
    owners: [],
    columns: {
      ...plain('tenant', 'provider', 'event_id', 'kind', 'amount', 'received_at', 'outcome'),
      ...kept(BOOKS, false, 'payment', 'body'),
    },
  },
} as const satisfies { readonly [Name in MoneyTable]: PersonalRule<Database[Name]> };
