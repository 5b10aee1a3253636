// Totals of a payment (paid, refunded, charged back, reversed), and a profile's reachability derived from its account's
// status.

export const paymentsReachable: readonly string[] = [
  // Row-level security also binds the owner of the tables; every migration ends by forcing it again.
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
  // The foreign key keeps a profile's copy of the status equal to the account's; a search reads it from the index.
  `alter table account no force row level security`,
  `alter table profile no force row level security`,
  `alter table account add constraint account_status_key unique (tenant, id, status)`,
  `alter table profile add column account_status account_status`,
  `update profile set account_status = a.status from account a where a.tenant = profile.tenant and a.id = profile.id`,
  `alter table profile alter column account_status set not null`,
  `alter table profile drop constraint profile_tenant_id_fkey`,
  `alter table profile add constraint profile_account foreign key (tenant, id, account_status)
    references account (tenant, id, status) on update cascade on delete cascade`,
  `create function profile_takes_account_status() returns trigger language plpgsql as $$ begin
    new.account_status := (select status from account where tenant = new.tenant and id = new.id);
    return new;
  end $$`,
  `create trigger profile_account_status before insert on profile
    for each row execute function profile_takes_account_status()`,
  `alter table profile add column reachable boolean not null
    generated always as (status = 'active' and account_status = 'active') stored`,
  `drop index profile_search`,
  `create index profile_search on profile (tenant, gender, country, last_active desc, id desc)
    include (birth_date, region, sexuality, fictional) where visible and reachable`,
  `drop index profile_search_anywhere`,
  `create index profile_search_anywhere on profile (tenant, gender, last_active desc, id desc)
    include (birth_date, sexuality, fictional) where visible and reachable`,
  `drop index profile_shown`,
  `create index profile_shown on profile (tenant, id) where visible and reachable and (fictional or show_to_visitors)`,
];
