// The SEPA mandates of direct debits, signed by a code.
import { hidden, kept, OWNER, plain, SECRET } from '../personal.ts';
import { type Defaulted, table } from '../table.ts';

/**
 * A SEPA mandate, signed by a code. `iban` is encrypted (src/server/payments/seal.ts), `iban_hash` its keyed hash, by which returned
 * debits of a bank account are found. Without its `account` the member is erased, and the mandate is kept as the scheme asks.
 */
export interface DebitMandateTable {
  tenant: number;
  reference: string;
  account: string | null;
  holder: string;
  iban: Uint8Array;
  iban_hash: Uint8Array;
  last_four: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  phone: string;
  /** The language of the text that was agreed to. */
  language: string;
  /** Of the latest code; null before it is sent, and once it is used. */
  code_hash: Defaulted<Uint8Array | null>;
  code_until: Defaulted<Date | null>;
  tries: Defaulted<number>;
  begun_at: Date;
  signed_at: Defaulted<Date | null>;
  payment: Defaulted<string | null>;
  kept_until: Date;
}

const MANDATE = 'A bank may ask for a signed mandate for 13 months; one that is not signed goes with the account.';

export const debitMandate = table<DebitMandateTable>()({
  retention: { column: 'kept_until', keepHours: 0 },
  owners: ['account'],
  columns: {
    ...plain('tenant', 'language', 'tries', 'code_until', 'kept_until'),
    ...kept(MANDATE, true, 'reference', 'holder', 'last_four', 'street', 'postcode', 'city', 'country', 'phone'),
    ...kept(MANDATE, true, 'begun_at', 'signed_at', 'payment'),
    ...kept('Encrypted; its last four characters are in the export.', false, 'iban', 'iban_hash'),
    ...hidden(SECRET, 'code_hash'),
    ...hidden(OWNER, 'account'),
  },
});
