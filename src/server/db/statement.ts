// Compiles frequent statements once at startup; each call only binds values.
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from './tables/index.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Prepares `build`. Its second argument holds placeholders, which it may only pass on as parameters. A value used
 * several times is sent once, so it must have the same database type everywhere.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const byName = new Map<string, Placeholder>();
  const placeholderOf = (name: string): Placeholder => {
    const placeholder = byName.get(name) ?? new Placeholder(name);
    byName.set(name, placeholder);
    return placeholder;
  };
  const placeholders = new Proxy({} as Values, { get: (_, name) => placeholderOf(String(name)) });
  const compiled = build(compileOnlyDb(), placeholders).compile();
  const { parameters: compiledParameters } = compiled;
  const firstIndexes = compiledParameters.map((parameter, at) =>
    parameter instanceof Placeholder ? compiledParameters.indexOf(parameter) : at,
  );
  const usedIndexes = [...new Set(firstIndexes)];
  const sql = compiled.sql.replaceAll(
    /\$(\d+)/g,
    (_, at) => `$${usedIndexes.indexOf(firstIndexes[Number(at) - 1] ?? -1) + 1}`,
  );
  return (values) => {
    const valueByName = new Map<string, unknown>(Object.entries(values));
    const parameters = usedIndexes.map((at) => {
      const parameter = compiledParameters[at];
      return parameter instanceof Placeholder ? valueByName.get(parameter.name) : parameter;
    });
    return { ...compiled, sql, parameters };
  };
}

/** Runs a prepared statement and returns its first row. */
export type FirstRow<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<Row | undefined>;

export function firstRowOf<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): FirstRow<Values, Row> {
  const statement = prepared(build);
  return async (db, values) => (await db.executeQuery(statement(values))).rows[0];
}

/** Compiles statements for PostgreSQL without a connection; calls `onStatement` for each one. */
export const compileOnlyDb = (onStatement?: (statement: CompiledQuery) => void): Kysely<Database> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    ...(onStatement ? { log: (event) => onStatement(event.query) } : {}),
  });
