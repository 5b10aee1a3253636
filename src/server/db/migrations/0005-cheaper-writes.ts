// Replaces check constraints of frequently written columns by domains: a table's checks are parsed and planned by every
// statement.

interface Column {
  readonly table: string;
  readonly column: string;
  readonly domain: string;
}

const DOMAINS: Readonly<Record<string, string>> = {
  account_status: `text check (value in ('not_confirmed', 'active', 'pending_deletion', 'suspended'))`,
  ledger_book: `text check (value in ('bonus', 'sales', 'spending'))`,
  entry_kind: `text check (value in ('signup', 'purchase', 'message', 'refund', 'bonus'))`,
  some_credits: `int check (value <> 0)`,
  natural_number: `int check (value >= 0)`,
};

const COLUMNS: readonly Column[] = [
  { table: 'account', column: 'status', domain: 'account_status' },
  { table: 'account', column: 'credits', domain: 'natural_number' },
  { table: 'conversation', column: 'one_unread', domain: 'natural_number' },
  { table: 'conversation', column: 'two_unread', domain: 'natural_number' },
  { table: 'message', column: 'cost', domain: 'natural_number' },
  { table: 'ledger', column: 'book', domain: 'ledger_book' },
  { table: 'ledger', column: 'kind', domain: 'entry_kind' },
  { table: 'ledger', column: 'credits', domain: 'some_credits' },
  { table: 'ledger', column: 'balance', domain: 'natural_number' },
];

/** One statement per table, since each one rewrites the table. */
const changes = Object.entries(Object.groupBy(COLUMNS, ({ table }) => table)).map(([table, columns = []]) => {
  const parts = columns.map(
    ({ column, domain }) => `drop constraint ${table}_${column}_check, alter column ${column} type ${domain}`,
  );
  return `alter table ${table} ${parts.join(', ')}`;
});

/** One statement per entry: the embedded engine accepts one at a time. */
export const cheaperWrites: readonly string[] = [
  ...Object.entries(DOMAINS).map(([name, rule]) => `create domain ${name} as ${rule}`),
  ...changes,
];
