// Partitions idempotency keys and live events by day: dropping a day replaces row-by-row deletes.

const SETTINGS = `set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set datestyle = 'ISO'`;

/**
 * Adds the partition of one day and moves its rows from the default partition. A partition has row-level security
 * without a policy and no grants: its rows are reachable only through the parent.
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
 * Adds the partitions of today and tomorrow and drops those older than \`kept\` days. Members' statements wait behind
 * its locks, so it gives up soon; the next run retries. Only one process at a time runs it.
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

/** Functions for the application, which owns no table. They run as their owner and take no arguments. */
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

/** The partitions of the copied rows. */
const addDays = (parent: string, retentionDays: number): string =>
  `select add_day_partition('${parent}', (now() at time zone 'UTC')::date + n) from generate_series(-${retentionDays}, 1) n`;

const RETENTION_DAYS = { idempotency: 2, event: 1 } as const;

/** One statement per entry: the embedded engine accepts one at a time. */
export const dayPartitions: readonly string[] = [
  ADD_DAY,
  ROTATE,
  rotationFunction('rotate_idempotency', 'idempotency', RETENTION_DAYS.idempotency),
  rotationFunction('rotate_event', 'event', RETENTION_DAYS.event),
  ...INTERNAL.map((name) => `revoke execute on function ${name} from public`),

  `alter table idempotency rename to idempotency_before`,
  `alter table idempotency_before rename constraint idempotency_pkey to idempotency_before_pkey`,
  // The caller is a uuid like the session's account: under row-level security only a comparison without a cast can be
  // an index condition.
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
  // A visitor's key is hashed with the address, so that neither is readable (src/server/http/idempotency-key.ts).
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
  // Ids continue, so that open connections can resume.
  `select setval('event_id_seq', nextval('event_before_id_seq'))`,
  `alter table event_before no force row level security`,
  `insert into event (tenant, id, account, session, body, at) overriding system value
    select tenant, id, account, session, body, at from event_before
    where (at at time zone 'UTC')::date >= (now() at time zone 'UTC')::date - ${RETENTION_DAYS.event}`,
  `drop table event_before`,
];
