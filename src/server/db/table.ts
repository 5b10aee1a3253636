// What the file of a table declares: the type of its rows, how long they are kept, and what they say about a member.
import type { ColumnType } from 'kysely';
import type { PersonalRule } from './personal.ts';
import type { Retention } from './retention.ts';

/** A column the database fills in when an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

/**
 * `column` holds the name of stored files, which belong to the row alone and through it to its owner; a trigger leaves them to the job
 * that deletes them. The data export calls the picture as `exportedAs` says, a column with a value of its own in each row and of
 * letters, digits and hyphens. `holds` is `recording` where the file is no picture.
 */
export interface FilesRule<Row> {
  readonly column: keyof Row & string;
  readonly exportedAs: keyof Row & string;
  readonly holds?: 'recording';
}

interface TableRule<Row> extends PersonalRule<Row> {
  readonly retention: Retention<Row>;
  readonly files?: FilesRule<Row>;
  /** Of a table of all tenants: what the application may do with it, as its migration grants. */
  readonly granted?: readonly ('SELECT' | 'INSERT' | 'UPDATE' | 'DELETE')[];
}

/** Takes the type of the rows in a call of its own, since the type of the rule is inferred. `row` is a type only and has no value. */
export const table =
  <Row>() =>
  <const Rule extends TableRule<Row>>(rule: Rule): Rule & { readonly row?: Row } =>
    rule;
