// Forms of the signup that are waiting for the job that makes their accounts.

export const pendingSignups: readonly string[] = [
  `create table pending_signup (
    tenant smallint not null,
    id uuid not null,
    at timestamptz(3) not null,
    password_hash text not null,
    form jsonb not null,
    primary key (tenant, id)
  )`,
  `create index pending_signup_age on pending_signup (tenant, at)`,
];
