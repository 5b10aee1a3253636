// What the file of a table declares: the type of its rows, how long they are kept, and what they say about a member.
import type { ColumnType } from 'kysely';
import type { PersonalRule } from './personal.ts';
import type { Retention } from './retention.ts';

/** A column the database fills in when an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface TableRule<Row> extends PersonalRule<Row> {
  readonly retention: Retention<Row>;
}

/** Takes the type of the rows in a call of its own, since the type of the rule is inferred. `row` is a type only and has no value. */
export const table =
  <Row>() =>
  <const Rule extends TableRule<Row>>(rule: Rule): Rule & { readonly row?: Row } =>
    rule;
