// Creates and drops partitions by time: SQL functions and their callers.
import { sql } from 'kysely';
import { APP_ROLE } from './app-role.ts';
import type { Db } from './index.ts';

/** Length of a partition, in UTC. */
export type Period = 'day' | 'month';

/**
 * Runs as the owner of the tables, so that the app role needs no right to create tables. It only adds partitions to an
 * existing parent, and moves their rows out of the default partition. The lock timeout keeps calls from queueing behind
 * it.
 */
const CREATE_PARTITIONS = `create or replace function create_partitions(parent text, period text, first timestamptz, last timestamptz)
returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '3s' as $$
declare
  key text; spare regclass; child text; referenced regclass; made int := 0;
  low timestamp; high timestamp; from_at timestamptz; to_at timestamptz; has_rows boolean := false;
begin
  if period not in ('day', 'month') then raise 'unknown period %', period; end if;
  select a.attname, nullif(p.partdefid, 0)::regclass into key, spare
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
    where c.relname = parent and c.relnamespace = 'public'::regnamespace and p.partstrat = 'r';
  if key is null then raise 'not partitioned by range: %', parent; end if;
  low := date_trunc(period, first at time zone 'UTC');
  if last > first + 100 * ('1 ' || period)::interval then raise 'too many partitions'; end if;
  while low <= last at time zone 'UTC' loop
    high := low + ('1 ' || period)::interval;
    child := parent || to_char(low, case period when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    if to_regclass(format('public.%I', child)) is null then
      -- Referenced tables first, as a transaction that writes takes them.
      for referenced in select confrelid::regclass from pg_constraint
        where conrelid = to_regclass(format('public.%I', parent)) and contype = 'f'
      loop
        execute format('lock table %s in share row exclusive mode', referenced);
      end loop;
      execute format('lock table only public.%I in share update exclusive mode', parent);
    end if;
    -- Another process may have created it before the lock was granted.
    if to_regclass(format('public.%I', child)) is null then
      from_at := low at time zone 'UTC';
      to_at := high at time zone 'UTC';
      execute format('create table public.%I (like public.%I including defaults including constraints)', child, parent);
      if spare is not null then
        execute format('lock table %s in access exclusive mode', spare);
        execute format('select exists (select from %s where %I >= %L and %I < %L)', spare, key, from_at, key, to_at) into has_rows;
        if has_rows then
          execute format('with moved as (delete from %s where %I >= %L and %I < %L returning *)
            insert into public.%I select * from moved', spare, key, from_at, key, to_at, child);
        end if;
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, child, from_at, to_at);
      execute format('alter table public.%I enable row level security', child);
      made := made + 1;
    end if;
    low := high;
  end loop;
  return made;
end $$`;

/** Runs as its caller and requires the owner of the tables: the application cannot drop rows with it. */
const DROP_PARTITIONS = `create or replace function drop_partitions(parent text, before timestamptz)
returns int language plpgsql set search_path = pg_catalog, public, pg_temp set lock_timeout = '3s' as $$
declare child regclass; referenced regclass; dropped int := 0;
begin
  for referenced in select confrelid::regclass from pg_constraint
    where conrelid = to_regclass(format('public.%I', parent)) and contype = 'f'
  loop
    execute format('lock table %s in access exclusive mode', referenced);
  end loop;
  for child in select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(format('public.%I', parent))
      and substring(pg_get_expr(c.relpartbound, c.oid) from $re$ TO \\('([^']+)'\\)$re$)::timestamptz <= before
  loop
    execute format('drop table %s', child);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$`;

/** For the migration of the first partitioned table, one statement per entry. */
export const partitionFunctions: readonly string[] = [
  CREATE_PARTITIONS,
  DROP_PARTITIONS,
  `revoke execute on function create_partitions, drop_partitions from public`,
  `grant execute on function create_partitions to ${APP_ROLE}`,
];

/** A default partition for rows without a matching one, so that an insert never fails. */
export const defaultPartition = (parent: string): readonly string[] => [
  `create table ${parent}_default partition of ${parent} default`,
  `alter table ${parent}_default enable row level security`,
];

/** Creates the missing partitions from `first` to `last`; returns their number. */
export async function createPartitions(
  db: Db,
  parent: string,
  period: Period,
  first: Date,
  last: Date,
): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select create_partitions(${parent}, ${period}, ${first}::timestamptz, ${last}::timestamptz) as made`.execute(db);
  return rows[0]?.made ?? 0;
}

/** The partitioned tables, and how many days ahead partitions are created; longer than the job may be delayed. */
const PARTITIONED_TABLES = [{ parent: 'message', period: 'month', days: 60 }] as const;

/** Creates the partitions that all tables need from `now` on. */
export async function createUpcomingPartitions(db: Db, now: Date): Promise<void> {
  for (const { parent, period, days } of PARTITIONED_TABLES)
    await createPartitions(db, parent, period, now, new Date(now.getTime() + days * 86_400_000));
}

/**
 * Drops the partitions that end at or before `before`, with their rows; returns their number. Requires the owner of the
 * tables.
 */
export async function dropPartitions(db: Db, parent: string, before: Date): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select drop_partitions(${parent}, ${before}::timestamptz) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
