// Which tables hold rows of tenants, and whether the database itself keeps these apart.

/** What a query selects the tables from; `c` is the table. Partitions are left out: the policy of their parent binds. */
export const TENANT_TABLES = `pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

/** True of a table whose rows the database shows to their tenant only. */
export const IS_SECURED = `(c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_tenant'))`;
