// Idempotency keys and live events are partitioned by day: an old day is dropped at once instead of being deleted row by row.
import { partitionFunctions, rotated } from './partition-functions.ts';

/** The partitions that the copied rows need. */
const addDays = (parent: string, kept: number): string =>
  `select create_partitions('${parent}', 'day', now() - interval '${kept} days', now() + interval '1 day')`;

const KEPT = { idempotency: 2, event: 1 } as const;

/** One statement each, since the embedded engine takes one at a time. */
export const dayPartitions: readonly string[] = [
  ...partitionFunctions,
  `alter table idempotency rename to idempotency_before`,
  `alter table idempotency_before rename constraint idempotency_pkey to idempotency_before_pkey`,
  // The caller is a uuid like the account of a session: row-level security lets only a comparison without a cast be an index condition.
  `create table idempotency (
    tenant smallint not null,
    caller uuid not null,
    route text not null,
    key text not null,
    day date not null,
    body_hash bytea not null,
    status int not null,
    body text,
    primary key (tenant, caller, route, key, day)
  ) partition by range (day)`,
  ...rotated('idempotency', 'day', KEPT.idempotency),
  addDays('idempotency', KEPT.idempotency),
  `alter table idempotency_before no force row level security`,
  // A visitor's key is stored hashed together with the address, so that neither can be read (src/server/http/idempotency-key.ts).
  `insert into idempotency (tenant, caller, route, key, day, body_hash, status, body)
    select tenant,
      case when caller like 'ip:%' then '00000000-0000-0000-0000-000000000000' else caller end::uuid,
      route,
      case when caller like 'ip:%' then encode(sha256(convert_to(substr(caller, 4) || ' ' || key, 'UTF8')), 'hex') else key end,
      (created_at at time zone 'UTC')::date, body_hash, status, body
    from idempotency_before where (created_at at time zone 'UTC')::date >= (now() at time zone 'UTC')::date - ${KEPT.idempotency}`,
  `drop table idempotency_before`,

  `alter table event rename to event_before`,
  `alter table event_before rename constraint event_pkey to event_before_pkey`,
  `alter sequence event_id_seq rename to event_before_id_seq`,
  `drop index event_age`,
  `create table event (
    tenant smallint not null,
    id bigint generated always as identity,
    account uuid not null,
    session bytea,
    body jsonb not null,
    at timestamptz(3) not null default now(),
    primary key (tenant, account, id, at)
  ) partition by range (at)`,
  `create index event_age on event using brin (at) with (autosummarize = on)`,
  ...rotated('event', 'day', KEPT.event),
  addDays('event', KEPT.event),
  // Ids go on rising, so that a connection from before resumes.
  `select setval('event_id_seq', nextval('event_before_id_seq'))`,
  `alter table event_before no force row level security`,
  `insert into event (tenant, id, account, session, body, at) overriding system value
    select tenant, id, account, session, body, at from event_before
    where (at at time zone 'UTC')::date >= (now() at time zone 'UTC')::date - ${KEPT.event}`,
  `drop table event_before`,
];
