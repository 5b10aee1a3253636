// Records the statements that a server sends, and reads PostgreSQL's plan of each of them as the application's role.
import { sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { Db, OpenDatabase } from '#server/db/index';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
/** Module statements are sent with values; transaction control and catalogue queries have none. */
const isQuery = /^\s*(\/\* named \*\/\s*)?(with|select|insert|update|delete)\b/;

export interface Recorder {
  /** The distinct statements that `work` sends, by their text. */
  during(work: () => Promise<unknown>): Promise<Statement[]>;
  /** The text of each statement that `work` sends, in order. */
  textsDuring(work: () => Promise<unknown>): Promise<string[]>;
}

/** Call it before the server opens its connections. */
export function recordStatements(): Recorder {
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  let heard: Statement[] = [];
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [unknown, unknown];
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Statement);
    if (Array.isArray(values) && values.length > 0 && isQuery.test(text)) heard.push({ text, values });
    return original.apply(this, given);
  } as typeof pg.Client.prototype.query);
  const allDuring = async (work: () => Promise<unknown>): Promise<Statement[]> => {
    heard = [];
    await work();
    const statements = heard;
    heard = [];
    return statements;
  };
  return {
    during: async (work) => [...new Map((await allDuring(work)).map((each) => [each.text, each])).values()],
    textsDuring: async (work) => (await allDuring(work)).map(({ text }) => text),
  };
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows read from tables, used or not. */
export const rowsVisited = (plan: PlanNode): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined && node['Node Type'].includes('Scan'))
    .reduce((sum, node) => {
      const each =
        (node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0);
      return sum + each * (node['Actual Loops'] ?? 0);
    }, 0);

/** The conditions that row-level security adds to each scan. */
const POLICY = /\(tenant = \(NULLIF\(current_setting\('app\.tenant'::text, true\), ''::text\)\)::smallint\)/g;

/** The conditions of a node that its index does not answer. */
export const leftOver = (node: PlanNode): string =>
  `${node.Filter ?? ''} ${node['Join Filter'] ?? ''}`.replaceAll(POLICY, '');

type Mode = 'auto' | 'force_generic_plan';

/** The plan of a statement, executed once more and rolled back. Unique ids in it (`once`) are replaced by new ones. */
export async function planOf(
  database: OpenDatabase,
  tenant: number,
  { text, values }: Statement,
  mode: Mode,
  once: readonly string[],
): Promise<PlanNode> {
  let plan: PlanNode | null = null;
  const work = async (db: Db): Promise<void> => {
    await sql.raw(`set local plan_cache_mode = ${mode}`).execute(db);
    await sql.raw(`prepare explained as ${text}`).execute(db);
    const given = values.map((value) => literal(value, once)).join(', ');
    await sql.raw(`savepoint before`).execute(db);
    const explain = async (options: string): Promise<PlanNode | null> => {
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(`explain (${options}) execute explained(${given})`)
        .execute(db);
      return rows[0]?.['QUERY PLAN'][0]?.Plan ?? null;
    };
    // A statement that cannot be repeated, because a unique index refuses it, still has a plan.
    plan = await explain('analyze, timing off, format json').catch(async (error: unknown) => {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      await sql.raw('rollback to savepoint before').execute(db);
      return explain('format json');
    });
    await sql.raw('deallocate explained').execute(db);
    throw ROLL_BACK;
  };
  await database.inTenant(tenant, work).catch((error: unknown) => {
    if (error !== ROLL_BACK) throw error;
  });
  if (!plan) throw new Error('The statement has no plan.');
  return plan;
}
const UNIQUE_VIOLATION = '23505';
const ROLL_BACK = new Error('Only its plan was asked for.');

function literal(value: unknown, once: readonly string[]): string {
  if (value === null || value === undefined) return 'null';
  const text = once.reduce((whole, each) => whole.replaceAll(each, crypto.randomUUID()), textOf(value));
  return pg.escapeLiteral(text);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(textOf(each))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
