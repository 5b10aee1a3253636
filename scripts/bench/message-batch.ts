// Builds a pgbench script of the statement that sends a batch of messages, and the members who send them.
import { sql } from 'kysely';
import type { OpenDatabase } from '#server/db/index';
import { APP_ROLE } from '#server/db/migrations/index';
import { batchStatement, MAX_BATCH } from '#server/modules/chats/batch/send-batch';
import { hashToken } from '#server/auth/sessions';
import { BENCH_MEMBERS, memberCookie, memberId } from './members.ts';
import { TEXT } from './message-data.ts';

/** Pairs of members for each client of pgbench; the first of a pair writes to the second. */
const PAIRS = 125;

/** pgbench knows only numbers, so a table maps a number to its message, except for what is new in each. */
export async function addPairs(database: OpenDatabase): Promise<void> {
  const rows = Array.from({ length: BENCH_MEMBERS / 2 }, (_, n) => {
    const token = memberCookie(n * 2).split('=')[1] ?? '';
    const cookie_hash = Buffer.from(hashToken(token)).toString('hex');
    const sent = { route: 'bench', cost: 1, sender: memberId(n * 2), profile: memberId(n * 2 + 1), text: TEXT };
    return { n, message: JSON.stringify({ ...sent, cookie_hash, body_hash: cookie_hash }).slice(1) };
  });
  await sql`create table bench_pair (n int primary key, message text)`.execute(database.kysely);
  await sql`insert into bench_pair select * from json_to_recordset(${JSON.stringify(rows)}::json) as given(n int, message text)`.execute(
    database.kysely,
  );
  await sql`grant select on bench_pair to ${sql.id(APP_ROLE)}`.execute(database.kysely);
}

/** A full batch of new messages of different members. Each client has members of its own, as each tenant has. */
export function batchScript(): string {
  const items = `(select ('[' || string_agg('{"n":' || k || ',"lock":' || :client_id::int * 100 + k || ',"key":"' || gen_random_uuid() || '","client_id":"' || gen_random_uuid() || '",' || message, ',') || ']')::json
    from generate_series(0, ${MAX_BATCH - 1}) k join bench_pair on n = :client_id::int * ${PAIRS} + (:n::int + k) % ${PAIRS})`;
  const values: Readonly<Record<string, string>> = {
    items,
    tenant: ':tenant',
    at: 'now()',
    active_since: `(now() - interval '1 hour')`,
    day: 'current_date',
    oldest: '(current_date - 2)',
    newest: 'current_date',
  };
  const names = Object.fromEntries(Object.keys(values).map((name) => [name, name]));
  const { sql: text, parameters } = batchStatement(names as unknown as Parameters<typeof batchStatement>[0]);
  const filled = text.replaceAll(/\$(\d+)/g, (_, at) => values[String(parameters[Number(at) - 1])] ?? '');
  return `\\set n random(0, ${PAIRS - 1})\n${filled.replaceAll(/\s+/g, ' ')};\n`;
}

/** The values that the script reads besides numbers. */
export const batchValues = (tenant: number): readonly string[] => [`tenant=${tenant}`];
