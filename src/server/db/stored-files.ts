// Which tables own stored files, as their files declare: uploads, the data export, deletions and backups go by it.
import { type RawBuilder, sql } from 'kysely';
import type { FilesRule } from './table.ts';
import { TABLES } from './tables/index.ts';

type Tables = typeof TABLES;
/** A table whose rows own stored files. */
export type FileTable = {
  [Name in keyof Tables]: Tables[Name] extends { readonly files: object } ? Name : never;
}[keyof Tables];

interface FileOwner extends FilesRule<Record<string, unknown>> {
  readonly table: FileTable;
  /** The columns with the id of the member whose row it is. */
  readonly owners: readonly string[];
}

export const FILE_OWNERS: readonly FileOwner[] = Object.entries(TABLES).flatMap(([table, rule]) =>
  'files' in rule ? [{ table: table as FileTable, owners: rule.owners, ...rule.files }] : [],
);

/** A query for `exists`: rows of the tenant that own the file. Files of demo members are shared, and have other names. */
export const ownersOfFile = (tenant: RawBuilder<number>, file: RawBuilder<string>): RawBuilder<unknown> =>
  sql.join(
    FILE_OWNERS.map(
      ({ table, column }) => sql`select from ${sql.table(table)} o where o.tenant = ${tenant}
        and ${sql.ref(`o.${column}`)} = ${file} and ${sql.ref(`o.${column}`)} ~ '^[0-9a-f]{32}$'`,
    ),
    sql` union all `,
  );
