// Staff, apart from members: accounts and sessions under the number of no brand, and an audit log that is only added to.

/** One statement per entry: the embedded engine accepts one at a time. */
export const staff: readonly string[] = [
  `create table staff_account (
    tenant smallint not null check (tenant = 0),
    id uuid not null,
    email text not null,
    email_key text not null,
    name text not null,
    role text not null check (role in ('support', 'moderator', 'finance', 'owner')),
    status text not null check (status in ('invited', 'active', 'disabled')),
    password_hash text,
    totp_secret bytea,
    totp_step bigint,
    invite_hash bytea,
    invite_expires_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (tenant, id),
    unique (tenant, email_key),
    unique (tenant, invite_hash),
    check (status <> 'active' or (password_hash is not null and totp_secret is not null))
  )`,
  `create table staff_session (
    tenant smallint not null check (tenant = 0),
    token_hash bytea not null,
    staff uuid not null,
    created_at timestamptz(3) not null,
    seen_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (tenant, token_hash),
    foreign key (tenant, staff) references staff_account (tenant, id) on delete cascade
  )`,
  `create index staff_session_of_staff on staff_session (tenant, staff)`,
  // No foreign keys: an entry outlives what it is about.
  `create table audit_log (
    tenant smallint not null,
    id bigint generated always as identity,
    at timestamptz(3) not null,
    staff uuid,
    actor text not null,
    role text,
    call text not null,
    subject text not null,
    reason text,
    before jsonb,
    after jsonb,
    primary key (tenant, id)
  )`,
  `create index audit_log_of_subject on audit_log (tenant, subject, id)`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$ begin
    raise exception 'The audit log is only added to.' using errcode = 'insufficient_privilege';
  end $$`,
  // Also for the owner of the table, who is not bound by grants.
  `create trigger audit_log_stays before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`,
];
