// The card of a member at the provider, which knows its number; `token` stands for it there.
import { hidden, own, OWNER, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { table } from '../table.ts';

export interface StoredCardTable {
  tenant: number;
  account: string;
  provider: string;
  token: string;
  /** The payment method that it was first used with. */
  method: string;
  brand: string;
  last_four: string;
  saved_at: Date;
}

export const storedCard = table<StoredCardTable>()({
  retention: WITH_ACCOUNT,
  owners: ['account'],
  columns: {
    ...plain('tenant'),
    ...own('provider', 'method', 'brand', 'last_four', 'saved_at'),
    ...hidden('Stands for the card at the provider.', 'token'),
    ...hidden(OWNER, 'account'),
  },
});
