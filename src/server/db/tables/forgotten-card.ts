// A card that the provider is to forget; the row goes when it has.
import { kept, plain } from '../personal.ts';
import { table } from '../table.ts';

export interface ForgottenCardTable {
  tenant: number;
  provider: string;
  token: string;
  at: Date;
}

export const forgottenCard = table<ForgottenCardTable>()({
  retention: {
    keep: 'forever',
    because: 'Each row goes when the provider has forgotten the card (src/server/payments/forget-cards.ts).',
  },
  owners: [],
  columns: {
    ...plain('tenant', 'provider', 'at'),
    ...kept('Gone when the provider has forgotten the card.', false, 'token'),
  },
});
