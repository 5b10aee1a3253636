// Why a photo was rejected and when it came; files that no photo owns; and who decided what about a member and why.

export const photos: readonly string[] = [
  `alter table photo no force row level security`,
  `alter table photo add column reason text`,
  `alter table photo add column at timestamptz(3) not null default now()`,
  `alter table photo add column hash bit(64)`,
  `alter table photo add constraint photo_reason check (reason is null or status = 'rejected')`,
  `create index photo_pending on photo (tenant, at) where status = 'pending'`,
  `create table stray_photo (
    tenant smallint not null,
    file text not null check (file ~ '^[0-9a-f]{32}$'),
    uploader uuid,
    at timestamptz(3) not null,
    primary key (tenant, file)
  )`,
  `create index stray_photo_of_uploader on stray_photo (tenant, uploader) where uploader is not null`,
  `create table moderation (
    tenant smallint not null,
    id uuid not null,
    at timestamptz(3) not null,
    operator text not null,
    action text not null check (action in ('approve_photo', 'reject_photo')),
    account uuid,
    photo uuid,
    reason text,
    note text,
    hash bit(64),
    primary key (tenant, id),
    foreign key (tenant, account) references account (tenant, id) on delete set null (account)
  )`,
  `create index moderation_age on moderation (tenant, at)`,
  `create index moderation_hash on moderation (tenant) where hash is not null`,
  `create index moderation_of_account on moderation (tenant, account)`,
  // Also for a photo that goes with its account. Pictures of demo members are shared, and have other names.
  `create function photo_leaves_files() returns trigger language plpgsql as $$ begin
    insert into stray_photo (tenant, file, at) values (old.tenant, old.file, now()) on conflict do nothing;
    return null;
  end $$`,
  `create trigger photo_files after delete on photo
    for each row when (old.file ~ '^[0-9a-f]{32}$') execute function photo_leaves_files()`,
];
