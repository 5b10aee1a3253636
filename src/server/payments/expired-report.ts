// Our own reports of an order that the provider does not know, or not any more.
import type { PaymentRow } from './orders.ts';
import type { Report } from './provider.ts';

/** How a report of ours begins, that a payment was given up. It says nothing about what the provider will. */
export const OURS = 'given-up:';

/** With the time of the change before: an order that was sent again can be given up again. */
const abandonedEventId = ({ id, updated_at: at }: PaymentRow, ref: string): string =>
  `${OURS}${id}:${ref}:${at.getTime()}`;

export const expiredReport = (row: PaymentRow, ref: string): Report => ({
  ...{ eventId: abandonedEventId(row, ref), payment: row.id, ref, kind: 'expired', body: '' },
  ...{ amount: row.amount, currency: row.currency },
});

/** How a report of ours begins, that the provider does not know a paid payment. */
const NOT_KNOWN = 'not-known:';

/** The same each time: it changes nothing, and waits for a person once. */
export const unknownReport = ({ id, provider_ref: ref, amount, currency }: PaymentRow): Report => ({
  ...{ eventId: NOT_KNOWN + id, payment: id, ref: ref ?? '', kind: 'unknown', amount, currency },
  body: 'The provider does not know this paid payment.',
});

export const isUnknownReport = ({ eventId }: Report): boolean => eventId.startsWith(NOT_KNOWN);
