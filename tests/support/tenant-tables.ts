// Lists the tables with rows of tenants: partitioned ones count once, and their partitions are not listed.
import { sql } from 'kysely';

/** The query of their names, in order. */
export const tenantTables = sql<{ name: string }>`select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`;
