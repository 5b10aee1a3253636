// Reports by which indexes a module's statement reads profiles, from the database's plan of exactly that statement.
import { CompiledQuery } from 'kysely';
import type { Db, OpenDatabase } from '#server/db/index';
import { compileOnlyDb } from '#server/db/statement';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Each read of profiles by the statement of `work`: the index, or the kind of scan without one. */
export async function indexesOf(
  database: OpenDatabase,
  tenant: number,
  work: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const [statement] = await statementsOf(work);
  if (!statement) return [];
  const explain = CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]);
  const { rows } = await database.inTenant(tenant, (db) =>
    db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(explain),
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => reads(Plan)));
}

function reads(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(reads);
  return node['Relation Name'] === 'profile' ? [node['Index Name'] ?? node['Node Type'], ...below] : below;
}

/** The statements that `work` sends, recorded on a database that answers nothing. */
async function statementsOf(work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const caught: CompiledQuery[] = [];
  await work(compileOnlyDb((statement) => caught.push(statement)));
  return caught;
}
