// Every report of a payment provider, once, never deleted.
import { BOOKS, kept, plain } from '../personal.ts';
import { table } from '../table.ts';

/**
 * Every provider report, once, never deleted. A `parked` one could not be applied and needs manual work. `amount` is in
 * minor units; null in old rows means the payment's amount.
 */
export interface WebhookEventTable {
  tenant: number;
  provider: string;
  event_id: string;
  payment: string | null;
  kind: string;
  amount: number | null;
  body: string;
  received_at: Date;
  outcome: 'applied' | 'ignored' | 'parked';
}

export const webhookEvent = table<WebhookEventTable>()({
  retention: { keep: 'forever', because: 'A report that comes again after years must be known (check B4).' },
  owners: [],
  columns: {
    ...plain('tenant', 'provider', 'event_id', 'kind', 'amount', 'received_at', 'outcome'),
    ...kept(BOOKS, false, 'payment', 'body'),
  },
});
