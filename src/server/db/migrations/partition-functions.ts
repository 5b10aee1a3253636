// The SQL functions of tables partitioned by time: create partitions ahead, move waiting rows into them, and drop what is too old.
import { APP_ROLE } from '../app-role.ts';

/** Bounds are written and read as text, so they must not depend on the settings of a session. */
const SETTINGS = `set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO'`;
/** Calls of members queue up behind a lock that is waited for. The next run of the job tries again. */
const LOCK_TIMEOUT = `set lock_timeout = '300ms'`;

/** Which tables the application may rotate. Only the owner writes here. Rows younger than "least_days" are never dropped; null means none are. */
const RULES = `create table partition_rule (
  parent name primary key,
  period text not null check (period in ('day', 'month')),
  least_days int check (least_days > 0)
)`;

const SECURE = `create function secure_partition(target regclass) returns void language plpgsql ${SETTINGS} as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from public, ${APP_ROLE}', target);
end $$`;

/** Referenced tables first, as a transaction that writes takes them. */
const LOCK = `create function lock_partitioned(parent text, referenced_mode text, mode text) returns void language plpgsql ${SETTINGS} as $$
declare referenced regclass;
begin
  for referenced in select confrelid::regclass from pg_constraint
    where conrelid = format('public.%I', parent)::regclass and contype = 'f' order by confrelid
  loop
    execute format('lock table %s in %s mode', referenced, referenced_mode);
  end loop;
  execute format('lock table only public.%I in %s mode', parent, mode);
end $$`;

/** The column that a table is partitioned by, and its default partition. */
const DESCRIBE = `create function partitioned_by(parent text, out key name, out spare regclass) language plpgsql stable ${SETTINGS} as $$
begin
  select a.attname, nullif(p.partdefid, 0)::regclass into key, spare
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
    where c.relname = parent and c.relnamespace = 'public'::regnamespace and p.partstrat = 'r';
  if key is null then raise 'not partitioned by range: %', parent; end if;
end $$`;

/** Puts the rows of a stretch of time that wait in the default partition into a table of their own; false when that cannot hold any. */
const TAKE_WAITING = `create function take_waiting(parent text, low timestamptz, high timestamptz) returns boolean language plpgsql ${SETTINGS} as $$
declare info record;
begin
  info := public.partitioned_by(parent);
  if info.spare is null then return false; end if;
  execute format('lock table %s in access exclusive mode', info.spare);
  if pg_relation_size(info.spare) = 0 then return false; end if;
  execute format('create table public.%I (like public.%I)', parent || '_waiting', parent);
  -- The owner is bound by row-level security as well.
  execute format('alter table %s no force row level security', info.spare);
  execute format('with moved as (delete from %s where %I >= %L and %I < %L returning *) insert into public.%I select * from moved',
    info.spare, info.key, low, info.key, high, parent || '_waiting');
  execute format('alter table %s force row level security', info.spare);
  return true;
end $$`;

/** Creates the partitions from "first" to "last" that are missing. Rows that wait in the default partition move into the new one. */
const CREATE = `create function create_partitions(parent text, period text, first timestamptz, last timestamptz)
returns int language plpgsql ${SETTINGS} as $$
declare
  child text; has_waiting boolean; made int := 0;
  low timestamptz := date_trunc(period, first);
  high timestamptz;
begin
  if period not in ('day', 'month') then raise 'unknown period %', period; end if;
  perform public.partitioned_by(parent);
  if last > first + 100 * ('1 ' || period)::interval then raise 'too many partitions'; end if;
  while low <= last loop
    high := low + ('1 ' || period)::interval;
    child := parent || to_char(low, case period when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
    if to_regclass(format('public.%I', child)) is null then
      perform public.lock_partitioned(parent, 'share row exclusive', 'share update exclusive');
    end if;
    -- Another process may have created it before the lock was granted.
    if to_regclass(format('public.%I', child)) is null then
      execute format('create table public.%I (like public.%I including defaults including constraints including storage)', child, parent);
      has_waiting := public.take_waiting(parent, low, high);
      -- Still empty: rows would be checked against referenced tables as the owner, and forced row-level security hides them from it.
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, child, low, high);
      if has_waiting then
        execute format('insert into public.%I overriding system value select * from public.%I', child, parent || '_waiting');
        execute format('drop table public.%I', parent || '_waiting');
      end if;
      perform public.secure_partition(format('public.%I', child)::regclass);
      made := made + 1;
    end if;
    low := high;
  end loop;
  return made;
end $$`;

const EXPIRED = `create function expired_partitions(parent text, before timestamptz) returns setof regclass language sql stable ${SETTINGS} as $$
  select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', parent)::regclass
      and substring(pg_get_expr(c.relpartbound, c.oid) from $re$ TO \\('([^']+)'\\)$re$)::timestamptz <= before
$$`;

/** Drops the partitions that hold only rows of before "before", and deletes such rows from the default partition. */
const DROP = `create function drop_partitions(parent text, before timestamptz) returns int language plpgsql ${SETTINGS} as $$
declare info record; child regclass; dropped int := 0;
begin
  info := public.partitioned_by(parent);
  if exists (select from public.expired_partitions(parent, before)) then
    perform public.lock_partitioned(parent, 'access exclusive', 'access exclusive');
    for child in select * from public.expired_partitions(parent, before) loop
      execute format('drop table %s', child);
      dropped := dropped + 1;
    end loop;
  end if;
  if info.spare is not null and pg_relation_size(info.spare) > 0 then
    execute format('alter table %s no force row level security', info.spare);
    execute format('delete from %s where %I < %L', info.spare, info.key, before);
    execute format('alter table %s force row level security', info.spare);
  end if;
  return dropped;
end $$`;

const RULE_OF = `create function partition_rule_of(parent text) returns public.partition_rule language plpgsql stable ${SETTINGS} as $$
declare rule public.partition_rule;
begin
  select * into rule from public.partition_rule r where r.parent = partition_rule_of.parent;
  if not found then raise 'no rule for partitions of %', parent using errcode = 'insufficient_privilege'; end if;
  return rule;
end $$`;

/** Today and tomorrow, or this month and the next two. */
const CREATE_UPCOMING = `create function create_upcoming_partitions(parent text)
returns int language plpgsql security definer ${SETTINGS} ${LOCK_TIMEOUT} as $$
declare rule public.partition_rule := public.partition_rule_of(parent);
begin
  return public.create_partitions(rule.parent, rule.period, now(),
    now() + case rule.period when 'day' then interval '1 day' else interval '2 months' end);
end $$`;

const DROP_EXPIRED = `create function drop_expired_partitions(parent text, keep_days int)
returns int language plpgsql security definer ${SETTINGS} ${LOCK_TIMEOUT} as $$
declare rule public.partition_rule := public.partition_rule_of(parent);
begin
  if coalesce(keep_days < rule.least_days, true) then
    raise 'rows of % must be kept longer than % days', parent, keep_days using errcode = 'insufficient_privilege';
  end if;
  return public.drop_partitions(rule.parent, date_trunc('day', now()) - make_interval(days => keep_days));
end $$`;

/** What the application may call. It owns no table, so these run as their owner; everything else is for the owner alone. */
const ALLOWED = 'create_upcoming_partitions(text), drop_expired_partitions(text, int)';
const OWNERS_ONLY = `secure_partition(regclass), lock_partitioned(text, text, text), partitioned_by(text), take_waiting(text, timestamptz, timestamptz),
  create_partitions(text, text, timestamptz, timestamptz), expired_partitions(text, timestamptz), drop_partitions(text, timestamptz),
  partition_rule_of(text)`;

/** One statement each, since the embedded engine takes one at a time. */
export const partitionFunctions: readonly string[] = [
  ...[RULES, SECURE, LOCK, DESCRIBE, TAKE_WAITING, CREATE, EXPIRED, DROP, RULE_OF, CREATE_UPCOMING, DROP_EXPIRED],
  `revoke all on partition_rule from public, ${APP_ROLE}`,
  `revoke execute on function ${OWNERS_ONLY}, ${ALLOWED} from public`,
  `grant execute on function ${ALLOWED} to ${APP_ROLE}`,
];

/** Rows of which no other partition takes the time go here, so that an insert never fails. "leastDays" null: the job drops nothing. */
export const rotated = (parent: string, period: 'day' | 'month', leastDays: number | null): readonly string[] => [
  `create table ${parent}_default partition of ${parent} default`,
  `select secure_partition('public.${parent}_default')`,
  `insert into partition_rule (parent, period, least_days) values ('${parent}', '${period}', ${leastDays})`,
];
