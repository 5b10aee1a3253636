// What of a payment was paid, refunded, charged back and reversed; and whether a profile can be reached, held to the status of its account.

export const paymentsReachable: readonly string[] = [
  // The owner of the tables is bound by row-level security as well; every migration ends with binding it again.
  `alter table payment no force row level security`,
  `alter table payment drop constraint payment_status_check`,
  `alter table payment add constraint payment_status_check check (status in ('created', 'pending', 'paid', 'failed', 'cancelled', 'expired',
    'partly_refunded', 'refunded', 'chargeback'))`,
  ...['paid', 'refunded', 'charged_back', 'reversed'].map(
    (name) => `alter table payment add column ${name} int not null default 0 check (${name} between 0 and amount)`,
  ),
  `update payment set paid = amount, refunded = case status when 'refunded' then amount else 0 end,
    charged_back = case status when 'chargeback' then amount else 0 end
    where status in ('paid', 'refunded', 'chargeback')`,
  `alter table webhook_event add column amount int`,
  `alter domain entry_kind drop constraint entry_kind_check`,
  `alter domain entry_kind add constraint entry_kind_check
    check (value in ('signup', 'purchase', 'message', 'refund', 'bonus', 'reversal'))`,
];
