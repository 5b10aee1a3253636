// Column types that both engines parse differently from their drivers' defaults.

/** By PostgreSQL type id: a date stays text, a bigint becomes a number. */
export const COLUMN_PARSERS: Readonly<Record<number, (value: string) => string | number>> = {
  1082: (value) => value,
  20: Number,
};
