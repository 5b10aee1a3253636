// Cards that the provider is to forget: each one that a member no longer has here.

export const forgottenCards: readonly string[] = [
  `create table forgotten_card (
    tenant smallint not null,
    provider text not null,
    token text not null,
    at timestamptz(3) not null,
    primary key (tenant, provider, token)
  )`,
  // Also for a card that goes with its account.
  `create function card_is_forgotten() returns trigger language plpgsql as $$ begin
    insert into forgotten_card (tenant, provider, token, at) values (old.tenant, old.provider, old.token, now())
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger stored_card_deleted after delete on stored_card for each row execute function card_is_forgotten()`,
  `create trigger stored_card_replaced after update on stored_card for each row
    when (old.provider <> new.provider or old.token <> new.token) execute function card_is_forgotten()`,
];
