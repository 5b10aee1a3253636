// Selfies that wait for a person, and whether the main photo of a profile is verified by one.

/** One statement per entry: the embedded engine accepts one at a time. */
export const selfies: readonly string[] = [
  `create table selfie (
    tenant smallint not null,
    account uuid not null,
    id uuid not null,
    file text not null check (file ~ '^[0-9a-f]{32}$'),
    gesture text not null,
    at timestamptz(3) not null,
    decided_at timestamptz(3),
    primary key (tenant, account),
    unique (tenant, id),
    unique (tenant, file),
    foreign key (tenant, account) references account (tenant, id) on delete cascade
  )`,
  `create index selfie_waiting on selfie (tenant, at) where decided_at is null`,
  `create trigger selfie_files after delete on selfie
    for each row execute function photo_leaves_files()`,
  `insert into server_secret (name, secret)
    values ('selfie', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
  `alter table moderation drop constraint moderation_action_check`,
  `alter table moderation add constraint moderation_action_check check (action in (
    'approve_photo', 'reject_photo', 'approve_selfie', 'reject_selfie', 'no_action', 'warn', 'suspend', 'ban', 'restore'
  ))`,
  `alter table profile add column verified boolean not null default false`,
  `create index profile_verified on profile (tenant, id) where verified`,
  // Also for a photo that goes, and for what a process of an earlier release changes.
  `create function main_photo_is_another() returns trigger language plpgsql as $$ begin
    new.verified := false;
    return new;
  end $$`,
  `create trigger profile_unverified before update of main_photo on profile
    for each row when (old.verified and old.main_photo is distinct from new.main_photo)
    execute function main_photo_is_another()`,
];
