// Names and tones of payment statuses.
import type { Payment } from '#contract/credits';
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
export const statusName = (status: Status): string => t(`credits:status_${status === 'other' ? 'unknown' : status}`);
