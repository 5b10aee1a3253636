// PostgreSQL's plan of every statement of every call, as the application's role, with half a million keys of the
// tenant.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIKES } from '#domain/limits';
import { missedEvents, MAX_REPLAY } from '#server/live/hub';
import { searchAsVisitor } from '#server/modules/members/visitor-search';
import { reconcile } from '#server/payments/reconcile';
import { paidRecheck } from '#server/payments/recheck-paid';
import { type ContractCall, contractCalls, requestFor } from '../support/calls.ts';
import { sent, startChat } from '../support/chats.ts';
import { noticeOf, notify } from '../support/fake-provider.ts';
import { fillTables, withoutTimeout } from '../support/large-tables.ts';
import type { MadeMember } from '../support/members.ts';
import { buy } from '../support/payments.ts';
import {
  leftOver,
  type PlanNode,
  nodesOf,
  planOf,
  recordStatements,
  rowsVisited,
  type Statement,
} from '../support/plans.ts';
import { freshDatabase } from '../support/databases.ts';
import { awayFromMidnight, siteAt, startTestServer, type TestServer } from '../support/server.ts';

const tenant = siteAt(0).id;
/** A count in all countries also visits who is filtered out, here two women of three. */
const isCountAnywhere = (text: string): boolean => text.includes('::int as found') && !text.includes(' country = ');
/**
 * Rows that a statement may visit: a search counts a thousand candidates, a connection catches up on five hundred events, a page of
 * the ledger has fifty entries with the member each is about, and one of likes the like, that of the other one, profile and photo.
 */
function maxRows({ text }: Statement): number {
  if (isCountAnywhere(text)) return 3300;
  if (text.includes('"member_like" as "l"')) return 6 * (LIKES.pageSize + 1);
  return text.includes('birth_date <= ') ? 1200 : text.includes('from "event"') ? MAX_REPLAY + 10 : 110;
}
/** What is small enough to be read whole. */
const SMALL_TABLE = 1000;

/** A part of each statement that must be among the recorded ones. */
const HOT = [
  ...[
    '"i"."body_hash"',
    'from "session" as "s" inner join "account"',
    'accepted as materialized',
    'placed as (',
    'stored_answer as (',
  ],
  ...[
    'from "idempotency"',
    'insert into "idempotency"',
    'from "event"',
    'from "message"',
    'row_number() over (order by "last_active" desc',
    'row_number() over (order by "joined_at" desc',
  ],
  ...['"recheck_at" <= ', 'from "payment" where "tenant" = $1 and "id" = $2', 'insert into "webhook_event"'],
  ...['insert into "member_like"', '("l"."at", "l"."liker") < ', 'not l.seen', '"member_like" as "g"'],
  'order by "l"."at" desc, "l"."liked" desc',
];

let server: TestServer & { close(): Promise<void> };
let statements: Statement[] = [];
/** Keys and client ids of the recorded statements. */
const once: string[] = [];
const fresh = (): string => {
  const id = crypto.randomUUID();
  once.push(id);
  return id;
};
/** The number of rows of each table, and the columns of each index. */
const rowsIn = new Map<string, number>();
const columnsOf = new Map<string, readonly string[]>();
/** The columns of each unique index, by table: of a row for which all of them are asked there is only one. */
const keysOf = new Map<string, readonly (readonly string[])[]>();

const ENDS_SESSION = ['auth.login', 'auth.logout', 'signup.join'];
/** Without consent a member may neither search nor like. */
const isWithdrawal = ({ name }: ContractCall): number => Number(name === 'consent.withdraw');
const inOrder = contractCalls.toSorted((a, b) => isWithdrawal(a) - isWithdrawal(b));
/** No brand allows it unless its settings say so. */
const searchAsVisitors = (): Promise<unknown> =>
  server.database.inTenant(tenant, async (db) => {
    const ctx = { db, tenant, site: siteAt(0), country: null, now: () => server.now() } as never;
    for (const country of ['NL', 'any']) await searchAsVisitor(ctx, { country });
  });

/** Every call of the contract, by a member or a visitor, and the webhooks. */
async function everything(me: MadeMember, other: MadeMember, conversation: string): Promise<void> {
  const read = (path: string, query: string) => server.call(path, { as: me, query });
  for (const query of [
    ...['gender=male', 'gender=male&country=NL&min_age=25&max_age=40', 'gender=any&page=3'],
    ...['country=any', 'gender=any&country=any&page=3', 'country=any&min_age=25&max_age=40&real=1'],
    ...['sort=newest', 'gender=any&country=any&sort=newest', 'verified=1', 'country=any&verified=1'],
    ...['verified=1&sort=newest', 'country=any&verified=1&sort=newest'],
  ])
    await read('/api/members.php', query);
  for (const query of ['before=4', 'after=1']) await read('/api/messages.php', `conversation=${conversation}&${query}`);
  // Two at once: the second is sent in a batch of its own, the first comes from a member with a cached session.
  await Promise.all(
    [1, 2, 3].map(() =>
      server.call('/api/message.php', {
        json: { conversation, text: 'Good evening', client_id: fresh() },
        as: me,
        headers: { 'idempotency-key': fresh() },
      }),
    ),
  );
  // A refusal that is stored under its key.
  await server.call('/api/message.php', {
    json: { conversation: crypto.randomUUID(), text: 'Good evening', client_id: fresh() },
    as: me,
    headers: { 'idempotency-key': fresh() },
  });
  const login = { email: me.email, password: me.password };
  await server.call('/api/user.php', { json: login });
  const order = await buy(server, me);
  await notify(server, tenant, noticeOf(order, 'paid'));
  await read('/api/payment.php', `id=${order.id}`);
  await reconcile(server.app.services, tenant);
  await paidRecheck.run(server.app.services, { tenant });
  // Last, since some of them block the other member.
  for (const call of inOrder)
    for (const as of call.endpoint.access === 'member' ? [me] : [me, null]) {
      if (as && ENDS_SESSION.includes(call.name)) continue;
      const { json, ...request } = requestFor(call, other.id, conversation);
      const given = json && 'client_id' in (json as object) ? { ...json, client_id: fresh() } : json;
      const headers = call.endpoint.method === 'GET' ? {} : { ...request.headers, 'idempotency-key': fresh() };
      await server.call(call.endpoint.path, { ...request, ...(given ? { json: given } : {}), as, headers });
    }
  await searchAsVisitors();
  await server.call('/api/logout.php', { as: other });
  await server.runJobs();
  await server.database.inTenant(tenant, (db) => missedEvents(db, tenant, me.id, new Uint8Array(32), 1));
}

beforeAll(async () => {
  const recorder = recordStatements();
  server = await startTestServer(await freshDatabase('postgres'));
  awayFromMidnight(server);
  const me = await server.member({ credits: 50, paid_user: true, photos: [{}] });
  const other = await server.member({ credits: 50, gender: 'male' });
  const conversation = await startChat(server, me, other.id);
  await sent(server, other, { conversation });
  for (let n = 0; n < 10; n += 1) await sent(server, me, { conversation });
  await fillTables(server.database, tenant, me.id);
  statements = await recorder.during(() => everything(me, other, conversation));
  await withoutTimeout(server.database, sql`analyze`);
  const counted = await sql<{ name: string; rows: number }>`select relname as name, reltuples::int as rows from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(server.database.kysely);
  for (const { name, rows } of counted.rows) rowsIn.set(name, rows);
  const indexed = await sql<{
    name: string;
    table: string;
    isKey: boolean;
    columns: string[];
  }>`select c.relname as name,
      t.relname as table, i.indisunique and i.indpred is null and i.indnkeyatts = i.indnatts as "isKey", array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1])) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid where c.relnamespace = 'public'::regnamespace`.execute(
    server.database.kysely,
  );
  for (const { name, table, isKey, columns } of indexed.rows) {
    columnsOf.set(name, columns);
    if (isKey) keysOf.set(table, [...(keysOf.get(table) ?? []), columns]);
  }
});

afterAll(async () => {
  await server.close();
});

/** Whether the condition of an index asks for a whole key, and so finds one row at most. */
const asksForKey = (table: string, condition: string): boolean =>
  (keysOf.get(table) ?? []).some((key) => key.every((column) => new RegExp(`\\b${column} = `).test(condition)));

/** How PostgreSQL 17 and later write `not in (select …)`, which no index answers. */
const SUBPLAN = '\\(hashed SubPlan';

/** What is wrong with how a node reads its table. */
function faultsOf(node: PlanNode): string[] {
  const { 'Relation Name': table, 'Index Name': index, 'Node Type': kind } = node;
  const faults: string[] = [];
  if (kind === 'Seq Scan' && table && (rowsIn.get(table) ?? 0) > SMALL_TABLE) faults.push(`reads all of ${table}`);
  for (const column of index && table ? (columnsOf.get(index) ?? []) : [])
    if (
      new RegExp(`\\b${column}\\)?(::\\w+)? = (?!${SUBPLAN})`).test(leftOver(node)) &&
      !new RegExp(`\\b${column} = `).test(node['Index Cond'] ?? '') &&
      !asksForKey(table ?? '', node['Index Cond'] ?? '')
    )
      faults.push(`${index} is not asked for ${column}: ${leftOver(node)}`);
  if (index && /^idempotency_[\d_]+_pkey$/.test(index))
    for (const column of ['tenant', 'caller', 'route', 'key', 'day'])
      if (!new RegExp(`\\b${column} (=|>=|<=) `).test(node['Index Cond'] ?? ''))
        faults.push(`${index} is not asked for ${column}`);
  return faults;
}

test.each(['auto', 'force_generic_plan'] as const)(
  'A5: every statement of every call looks up by whole keys and reads few rows, planned as %s',
  async (mode) => {
    for (const mark of HOT) expect([mark, statements.some(({ text }) => text.includes(mark))]).toEqual([mark, true]);
    const faults: string[] = [];
    for (const statement of statements) {
      const plan = await planOf(server.database, tenant, statement, mode, once);
      const rows = rowsVisited(plan);
      const found = [...nodesOf(plan).flatMap(faultsOf), ...(rows > maxRows(statement) ? [`visits ${rows} rows`] : [])];
      if (found.length > 0)
        faults.push(`${statement.text.replaceAll(/\s+/g, ' ').slice(0, 300)}\n  ${found.join('\n  ')}`);
    }
    expect(faults.join('\n')).toBe('');
  },
);

test.each(['auto', 'force_generic_plan'] as const)(
  'A5 ME3: a search reads a page from the index of its order, planned as %s',
  async (mode) => {
    const searches = statements.filter(({ text }) => text.includes('select id, at, is_end from'));
    const indexes = new Set<string>();
    for (const statement of searches) {
      const isNewest = statement.text.includes('order by "joined_at"');
      const isVerified = statement.text.includes(' and verified');
      const index = `profile_search${isNewest ? '_newest' : ''}${isVerified ? '_verified' : ''}${statement.text.includes(' country = ') ? '' : '_anywhere'}`;
      indexes.add(index);
      const plan = nodesOf(await planOf(server.database, tenant, statement, mode, once));
      const read = plan.filter((node) => node['Relation Name'] === 'profile').map((node) => node['Index Name']);
      expect([...new Set(read)]).toEqual([index]);
      expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
    }
    expect(indexes.size).toBe(8);
  },
);

test.each(['auto', 'force_generic_plan'] as const)(
  'A5 ME11: the search of visitors reads from an index alone, planned as %s',
  async (mode) => {
    const indexes = new Set<string | undefined>();
    for (const statement of statements.filter(({ text }) => text.includes('lag(id) over'))) {
      const plan = nodesOf(await planOf(server.database, tenant, statement, mode, once));
      const reads = plan.filter((node) => node['Relation Name'] === 'profile');
      expect(reads.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
      expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
      for (const node of reads) indexes.add(node['Index Name']);
    }
    expect([...indexes].sort()).toEqual(['profile_shown', 'profile_shown_in_country']);
  },
);
