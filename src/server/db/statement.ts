// A hot statement, built and compiled once when the program starts: afterwards only its values are new.
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from './tables.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Prepares `build`, whose second argument stands for the values: it may only pass them on as parameters, never look at them. A value
 * that is passed on several times travels once, so it must mean the same type of the database everywhere.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const known = new Map<string, Placeholder>();
  const gapOf = (name: string): Placeholder => {
    const gap = known.get(name) ?? new Placeholder(name);
    known.set(name, gap);
    return gap;
  };
  const gaps = new Proxy({} as Values, { get: (_, name) => gapOf(String(name)) });
  const compiled = build(compileOnlyDb(), gaps).compile();
  const { parameters: places } = compiled;
  const firstOf = places.map((each, at) => (each instanceof Placeholder ? places.indexOf(each) : at));
  const kept = [...new Set(firstOf)];
  const sql = compiled.sql.replaceAll(/\$(\d+)/g, (_, at) => `$${kept.indexOf(firstOf[Number(at) - 1] ?? -1) + 1}`);
  return (values) => {
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = kept.map((at) => {
      const each = places[at];
      return each instanceof Placeholder ? given.get(each.name) : each;
    });
    return { ...compiled, sql, parameters };
  };
}

/** Runs a prepared statement with its values and answers its first row. */
export type FirstRow<Values, Row> = (db: Kysely<Database>, values: Values) => Promise<Row | undefined>;

export function firstRowOf<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): FirstRow<Values, Row> {
  const statement = prepared(build);
  return async (db, values) => (await db.executeQuery(statement(values))).rows[0];
}

/** Knows the language of the database and reaches none; `hear` is told every statement sent to it. */
export const compileOnlyDb = (hear?: (statement: CompiledQuery) => void): Kysely<Database> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    ...(hear ? { log: (event) => hear(event.query) } : {}),
  });
