// Columns whose values both engines read otherwise than their drivers do.

/** By the type's number in PostgreSQL: a date stays text, a bigint is a number. */
export const COLUMN_PARSERS: Readonly<Record<number, (value: string) => string | number>> = {
  1082: (value) => value,
  20: Number,
};
