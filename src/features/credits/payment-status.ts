// Names and tones of payment statuses.
import type { Payment } from '#contract/credits';
import { DEBIT_METHOD } from '#domain/payment-methods';
import { t } from '#lib/i18n';
import type { TagTone } from '#ui/Tag';

type Status = Payment['status'];

const TONES: Readonly<Record<Status, TagTone>> = {
  created: 'attention',
  pending: 'attention',
  other: 'attention',
  paid: 'good',
  failed: 'bad',
  cancelled: 'bad',
  expired: 'bad',
  partly_refunded: 'calm',
  refunded: 'calm',
  chargeback: 'calm',
};

export const toneOf = (status: Status): TagTone => TONES[status];
/** A direct debit goes back because the bank returns it; a card payment, because the cardholder's bank reverses it. */
export const isReturnedDebit = ({
  status,
  payment_method: method,
}: Pick<Payment, 'status' | 'payment_method'>): boolean => status === 'chargeback' && method === DEBIT_METHOD;

export function statusName(payment: Pick<Payment, 'status' | 'payment_method'>): string {
  if (isReturnedDebit(payment)) return t('credits:status_debit_returned');
  return t(`credits:status_${payment.status === 'other' ? 'unknown' : payment.status}`);
}
