// Idempotency keys and live events are partitioned by day: an old day is dropped at once instead of being deleted row by row.

const SETTINGS = `set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'`;

/**
 * Adds the partition of one day. Rows that came before it was there wait in the default partition and move over. A partition has
 * row-level security without any policy and no grants: rows are reached through the partitioned table only.
 */
const ADD_DAY = `create function add_day_partition(parent name, day date) returns void language plpgsql
  ${SETTINGS} as $$
  declare
    target name := parent || '_' || to_char(day, 'YYYYMMDD');
    spare name := parent || '_default';
    partition_column name := case parent when 'event' then 'at' else 'day' end;
  begin
    if to_regclass(format('public.%I', target)) is not null then return; end if;
    execute format('create table public.%I (like public.%I including defaults including storage)', target, parent);
    execute format('revoke all on public.%I from public', target);
    if pg_relation_size(format('public.%I', spare)) > 0 then
      execute format('alter table public.%I no force row level security', spare);
      execute format('with moved as (delete from public.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
        insert into public.%5$I select * from moved', spare, partition_column, day, day + 1, target);
      execute format('alter table public.%I force row level security', spare);
    end if;
    execute format('alter table public.%I enable row level security, force row level security', target);
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, target, day, day + 1);
  end $$`;

/**
 * Adds the partitions of today and tomorrow and drops those that are older than \`kept\` days. The statements of members wait for the
 * locks it asks for, so it gives up soon; the next run tries again. Only one process at a time does it.
 */
const ROTATE = `create function rotate_day_partitions(parent name, kept int) returns void language plpgsql
  ${SETTINGS} set lock_timeout = '300ms' as $$
  declare
    oldest date := current_date - kept;
    spare name := parent || '_default';
    partition_column name := case parent when 'event' then 'at' else 'day' end;
    expired name;
  begin
    if not pg_try_advisory_xact_lock(hashtextextended('partitions of ' || parent, 1)) then return; end if;
    perform add_day_partition(parent, current_date);
    perform add_day_partition(parent, current_date + 1);
    for expired in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = format('public.%I', parent)::regclass
        and c.relname ~ ('^' || parent || '_\\d{8}$') and right(c.relname, 8) < to_char(oldest, 'YYYYMMDD')
    loop
      execute format('drop table public.%I', expired);
    end loop;
    if pg_relation_size(format('public.%I', spare)) > 0 then
      execute format('alter table public.%I no force row level security', spare);
      execute format('delete from public.%I where %I < %L', spare, partition_column, oldest);
      execute format('alter table public.%I force row level security', spare);
    end if;
  end $$`;

/** What the application may call: it owns no table, so these run as their owner, and take nothing that a caller could choose. */
const rotationFunction = (name: string, parent: string, retentionDays: number): string =>
  `create function ${name}() returns void language sql security definer ${SETTINGS}
    as $$ select public.rotate_day_partitions('${parent}', ${retentionDays}) $$`;

const INTERNAL = [
  'add_day_partition(name, date)',
  'rotate_day_partitions(name, int)',
  'rotate_idempotency()',
  'rotate_event()',
];

const secureTable = (partition: string): string =>
  `alter table ${partition} enable row level security, force row level security`;

/** The partitions that the copied rows need. */
const addDays = (parent: string, retentionDays: number): string =>
  `select add_day_partition('${parent}', (now() at time zone 'UTC')::date + n) from generate_series(-${retentionDays}, 1) n`;

const RETENTION_DAYS = { idempotency: 2, event: 1 } as const;

/** One statement each, since the embedded engine takes one at a time. */
export const dayPartitions: readonly string[] = [
  ADD_DAY,
  ROTATE,
  rotationFunction('rotate_idempotency', 'idempotency', RETENTION_DAYS.idempotency),
  rotationFunction('rotate_event', 'event', RETENTION_DAYS.event),
  ...INTERNAL.map((name) => `revoke execute on function ${name} from public`),

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
  `create table idempotency_default partition of idempotency default`,
  secureTable('idempotency_default'),
  addDays('idempotency', RETENTION_DAYS.idempotency),
  `alter table idempotency_before no force row level security`,
  // A visitor's key is stored hashed together with the address, so that neither can be read (src/server/http/idempotency-key.ts).
  `insert into idempotency (tenant, caller, route, key, day, body_hash, status, body)
    select tenant,
      case when caller like 'ip:%' then '00000000-0000-0000-0000-000000000000' else caller end::uuid,
      route,
      case when caller like 'ip:%' then encode(sha256(convert_to(substr(caller, 4) || ' ' || key, 'UTF8')), 'hex') else key end,
      (created_at at time zone 'UTC')::date, body_hash, status, body
    from idempotency_before where (created_at at time zone 'UTC')::date >= (now() at time zone 'UTC')::date - ${RETENTION_DAYS.idempotency}`,
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
  `create table event_default partition of event default`,
  secureTable('event_default'),
  addDays('event', RETENTION_DAYS.event),
  // Ids go on rising, so that a connection from before resumes.
  `select setval('event_id_seq', nextval('event_before_id_seq'))`,
  `alter table event_before no force row level security`,
  `insert into event (tenant, id, account, session, body, at) overriding system value
    select tenant, id, account, session, body, at from event_before
    where (at at time zone 'UTC')::date >= (now() at time zone 'UTC')::date - ${RETENTION_DAYS.event}`,
  `drop table event_before`,
];
