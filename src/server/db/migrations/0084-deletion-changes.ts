// Deletions of accounts, until a job has written them beside the photos: a backup that is restored is older than they are.

/** One statement per entry: the embedded engine accepts one at a time. */
export const deletionChanges: readonly string[] = [
  // No foreign key and no id: the account may be gone, and nothing here leads to it.
  `create table deletion_change (
    tenant smallint not null,
    id bigint generated always as identity,
    hash text not null,
    state text not null check (state in ('erased', 'deleted', 'kept')),
    at timestamptz(3) not null default now(),
    primary key (tenant, id)
  )`,
  `create function hash_of_account(account uuid) returns text stable language sql
    as $$ select encode(sha256(convert_to('account ' || account::text, 'UTF8')), 'hex') $$`,
  `create function note_deletion_change() returns trigger language plpgsql as $$ begin
    insert into deletion_change (tenant, hash, state) values (old.tenant, hash_of_account(old.id),
      case when tg_op = 'DELETE' then 'erased' when new.status = 'pending_deletion' then 'deleted' else 'kept' end);
    return null;
  end $$`,
  `create trigger account_is_erased after delete on account for each row execute function note_deletion_change()`,
  `create trigger account_deletion_changes after update of status on account for each row
    when (old.status is distinct from new.status and 'pending_deletion' in (old.status, new.status))
    execute function note_deletion_change()`,
];
