// Prepares the message benchmark: members with credits in conversations of two, and the statement that the handlers
// run.
import { sql } from 'kysely';
import type { OpenDatabase } from '#server/db/index';
import { compileOnlyDb } from '#server/db/statement';
import { sendStatement, type MessageToSend } from '#server/modules/chats/send-statement';

/** Ids are derived from a number, so that pgbench, which knows only numbers, can name one. */
const SENDER = '0000000000004000800';
const CONVERSATION = '0000000000004000900';
const FIRST = 1_000_000_000_000;
/** Members who send; each has a conversation with the next one. */
const SENDERS = 10_000;
/** Messages that each conversation holds before the measurement. */
const HISTORY = 5;

export const TEXT = 'Good evening! Your walk along the lake sounds lovely. Do you often go there after work?';

/** The parameters of the statement, each as a placeholder. */
const MARKS = [':tenant', ':conversation', ':sender', ':client_id', ':text', ':at', ':cost'] as const;
type Mark = (typeof MARKS)[number];

/** The statement as text with numbered parameters, and the value of each parameter. */
export function sendText(): { readonly text: string; readonly marks: readonly Mark[] } {
  const message = Object.fromEntries(MARKS.map((mark) => [mark.slice(1), mark]));
  const compiled = sendStatement(message as unknown as MessageToSend, false).compile(compileOnlyDb());
  return { text: compiled.sql, marks: compiled.parameters as readonly Mark[] };
}

/** A pgbench script: a random sender, a new client id. */
export function pgbenchScript(): string {
  const { text, marks } = sendText();
  const values: Readonly<Record<Mark, string>> = {
    ':tenant': ':tenant',
    ':conversation': '(:conversations::text || :n::text)',
    ':sender': '(:senders::text || :n::text)',
    ':client_id': '(:senders::text || :c::text)',
    ':text': ':text',
    ':at': 'now()',
    ':cost': ':cost',
  };
  const named = text.replaceAll(/\$(\d+)/g, (_, at) => values[marks[Number(at) - 1] ?? ':at']);
  const numbers = `\\set n random(${FIRST + 1}, ${FIRST + SENDERS})\n\\set c random(${FIRST}, ${FIRST * 9})\n`;
  return `${numbers}${named.replaceAll(/\s+/g, ' ')};\n`;
}

/** The values that the script reads besides numbers. */
export const pgbenchValues = (tenant: number): readonly string[] => [
  ...[`tenant=${tenant}`, 'cost=1', `text=${TEXT}`, `senders=${SENDER}`, `conversations=${CONVERSATION}`],
];

const uuid = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const at = (turn: number): number => FIRST + 1 + (turn % SENDERS);
export const senderOf = (turn: number): string => uuid(`${SENDER}${at(turn)}`);
export const conversationOf = (turn: number): string => uuid(`${CONVERSATION}${at(turn)}`);

/** Adds the senders, each with a million credits and a conversation with the next that already holds a few messages. */
export async function insertSenders(database: OpenDatabase, tenant: number): Promise<void> {
  const id = (prefix: string) => sql`(${prefix}::text || (${FIRST}::bigint + n)::text)::uuid`;
  const next = sql`(${SENDER}::text || (${FIRST}::bigint + n % ${SENDERS}::int + 1)::text)::uuid`;
  await database.inTenant(tenant, async (db) => {
    await sql`insert into account (tenant, id, email, email_key, password_hash, status, language, credits)
      select ${tenant}, ${id(SENDER)}, n || '@sends.example', n || '@sends.example', '', 'active', 'en', 1000000
      from generate_series(1, ${SENDERS}::int) n on conflict do nothing`.execute(db);
    await sql`insert into conversation (tenant, id, one, two, starter, created_at, last_at, last_seq)
      select ${tenant}, ${id(CONVERSATION)}, least(${id(SENDER)}, ${next}), greatest(${id(SENDER)}, ${next}), ${id(SENDER)}, now(), now(), ${HISTORY}
      from generate_series(1, ${SENDERS}::int) n on conflict do nothing`.execute(db);
    // PostgreSQL would plan a sequential scan for an empty table.
    await sql`insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
      select ${tenant}, ${id(CONVERSATION)}, seq, ${id(SENDER)}, gen_random_uuid(), ${TEXT}, now(), 1
      from generate_series(1, ${SENDERS}::int) n, generate_series(1, ${HISTORY}::int) seq on conflict do nothing`.execute(
      db,
    );
  });
  for (const table of ['account', 'conversation', 'message', 'ledger'])
    await sql`analyze ${sql.table(table)}`.execute(database.kysely);
}

/** The number of messages, which must match what a measurement says it sent. */
export const countMessages = (database: OpenDatabase, tenant: number): Promise<number> =>
  database.inTenant(tenant, async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from message`.execute(db);
    return rows[0]?.n ?? 0;
  });
