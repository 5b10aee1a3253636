// Fills every table of a tenant with enough rows that PostgreSQL plans as it does in production.
import { type RawBuilder, sql } from 'kysely';
import { LIKES } from '#domain/limits';
import type { OpenDatabase } from '#server/db/index';

const id = (prefix: number, n: string): string =>
  `('${prefix}0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const account = (n: string): string => id(1, n);
const conversation = (n: string): string => id(2, n);
const series = (most: number): string => `from generate_series(1, ${most}) n`;

/** The number of members, each with a conversation with the next. */
const MEMBERS = 20_000;
const KEYS = 500_000;
const PARTS = 20;

/** Likes that `me` has given and received, more than a page of the lists. */
const OWN_LIKES = LIKES.pageSize + 7;

/**
 * The rows of all members. `me` has many entries in the books, events and keys too, so that a look-up by the member alone would read them
 * all.
 */
const statements = (tenant: number, me: string): string[] => [
  `insert into account (tenant, id, email, email_key, password_hash, status, language, credits)
    select ${tenant}, ${account('n')}, n || '@large.example', n || '@large.example', '', 'active', 'en', 100 ${series(MEMBERS)}`,
  `insert into profile (tenant, id, name, gender, sexuality, birth_date, country, region, show_to_visitors, fictional, verified, last_active,
      joined_at, account_status)
    select ${tenant}, ${account('n')}, 'Member ' || n, (array['male', 'female'])[1 + n % 2], (array['hetero', 'hetero', 'bi'])[1 + n % 3], date '1985-01-01' + n % 5000,
      (array['NL', 'DE', 'GB', 'US', 'FR', 'IT', 'ES', 'DK', 'SE', 'PL', 'FI', 'NO', 'BE', 'AT', 'CH', 'IE', 'CA', 'AU', 'NZ'])[1 + n % 19], null, n % 3 = 0, n % 5 = 0, n % 7 = 0, now() - n * interval '20 seconds', now() - n * interval '30 seconds',
      'active' ${series(MEMBERS)}`,
  `insert into photo (tenant, id, profile, token, file)
    select ${tenant}, ${id(3, 'n')}, ${account('n')}, md5(n::text), 'p001' ${series(MEMBERS)}`,
  `update profile set main_photo = ('3' || substr(id::text, 2))::uuid where id::text like '10000000-0000-4000-8000-%'`,
  `insert into session (tenant, token_hash, account, expires_at)
    select ${tenant}, sha256(n::text::bytea), ${account('n')}, now() + interval '9 days' ${series(MEMBERS)}`,
  `insert into conversation (tenant, id, one, two, starter, created_at, last_at, last_seq)
    select ${tenant}, ${conversation('n')}, ${account('n')}, ${account('n + 1')}, ${account('n')}, now(), now(), 5 ${series(MEMBERS - 1)}`,
  `insert into message (tenant, conversation, seq, sender, client_id, text, at, cost)
    select ${tenant}, ${conversation('n')}, seq, ${account('n')}, gen_random_uuid(), 'Good evening', now(), 1
    ${series(MEMBERS - 1)}, generate_series(1, 5) seq`,
  `insert into held_message (tenant, conversation, sender, client_id, text, at)
    select ${tenant}, ${conversation('n')}, ${account('n')}, gen_random_uuid(), 'Good evening', now() ${series(5000)}`,
  `insert into member_like (tenant, liker, liked, at) select ${tenant}, ${account('n')}, ${account('n + k')}, now()
    ${series(MEMBERS - 2)}, generate_series(1, 2) k`,
  `insert into member_like (tenant, liker, liked, at) select ${tenant}, '${me}', ${account('n')}, now() - n * interval '1 hour' ${series(OWN_LIKES)}`,
  `insert into member_like (tenant, liker, liked, at) select ${tenant}, ${account('n')}, '${me}', now() - n * interval '2 hours' ${series(OWN_LIKES)}`,
  `insert into withdrawn_like (tenant, liker, liked, at, seen, withdrawn_at)
    select ${tenant}, ${account('n')}, ${account('n + 4')}, now(), false, now() ${series(5000)}`,
  `insert into swipe (tenant, account, profile, liked, at, counts_until)
    select ${tenant}, ${account('n')}, ${account('n + k')}, k = 1, now(), case when k = 1 then now() + interval '9 hours' end
    ${series(MEMBERS - 2)}, generate_series(1, 2) k`,
  `insert into finder_answers (tenant, account, answers, consented_at) select ${tenant}, ${account('n')}, '{"ages":"near"}', now() ${series(MEMBERS)}`,
  `insert into saved_search (tenant, id, account, name, filters, created_at, news_from, news_to)
    select ${tenant}, ${id(5, 'n')}, ${account('n')}, 'My search', '{}', now(), now(), now() ${series(MEMBERS)}`,
  `insert into block (tenant, blocker, blocked) select ${tenant}, ${account('n')}, ${account('n + 3')} ${series(MEMBERS - 3)}`,
  `insert into visit (tenant, account, profile, day) select ${tenant}, ${account('n')}, ${account('n + 1')}, current_date ${series(MEMBERS - 1)}`,
  `insert into daily_count (tenant, key, day, count) select ${tenant}, 'like:' || n, current_date, 1 ${series(MEMBERS)}`,
  `insert into login_failure (tenant, key, failures, level, failed_at) select ${tenant}, 'ip:' || n, 1, 0, now() ${series(MEMBERS)}`,
  `insert into disclosure (tenant, caller, address, at) select ${tenant}, n::text, sha256(n::text::bytea), now() ${series(MEMBERS)}`,
  `insert into mail_token (tenant, hash, purpose, email, email_key, created_at, expires_at)
    select ${tenant}, sha256(n::text::bytea), 'activation', n || '@large.example', n || '@large.example', now(), now() + interval '1 day' ${series(MEMBERS)}`,
  `insert into complaint (tenant, id, hash, email, language, subject, text, at)
    select ${tenant}, gen_random_uuid(), sha256(n::text::bytea), n || '@large.example', 'en', 'else', 'x', now() ${series(5000)}`,
  `insert into ledger (tenant, account, version, book, kind, credits, balance, at)
    select ${tenant}, ${account('n')}, version, 'bonus', 'bonus', 1, version, now() ${series(MEMBERS)}, generate_series(1, 3) version`,
  `insert into ledger (tenant, account, version, book, kind, credits, balance, about, at)
    select ${tenant}, '${me}', 1000 + n, 'spending', 'message', -1, 5000 - n, ${account('n')}, now() ${series(2000)}`,
  `insert into payment (tenant, id, account, package, credits, amount, currency, vat, method, country, provider, provider_ref, status,
      created_at, updated_at, check_at, recheck_at)
    select ${tenant}, ${id(4, 'n')}, ${account('n')}, '35', 35, 1000, 'EUR', 21, 'visa', 'NL', 'sandbox', 'ref ' || n, 'paid', now(), now(), null,
      now() + n * interval '1 minute' ${series(MEMBERS)}`,
  `insert into webhook_event (tenant, provider, event_id, payment, kind, body, received_at, outcome)
    select ${tenant}, 'sandbox', 'event ' || n, ${id(4, 'n')}, 'paid', '{}', now(), 'applied' ${series(MEMBERS)}`,
  `insert into event (tenant, account, body, at)
    select ${tenant}, ${account(`n % ${MEMBERS}`)}, '{"type":"user"}', now() - n * interval '600 ms' ${series(100_000)}`,
  `insert into event (tenant, account, body, at) select ${tenant}, '${me}', '{"type":"user"}', now() - interval '10 hours' ${series(2000)}`,
  // In parts, each of which a busy machine too answers within the time that the server's connections allow.
  ...Array.from(
    { length: PARTS },
    (_, part) => `insert into idempotency (tenant, caller, route, key, day, body_hash, status, body)
    select ${tenant}, case when n % 20 = 0 then '${me}' else ${account(`n % ${MEMBERS}`)} end,
      (array['POST /api/message.php', 'POST /api/like.php', 'PUT /api/user.php'])[1 + n % 3], gen_random_uuid(), current_date - n % 3, '\\x01', 200, null
    from generate_series(${(part * KEYS) / PARTS + 1}, ${((part + 1) * KEYS) / PARTS}) n`,
  ),
];

export async function fillTables(database: OpenDatabase, tenant: number, me: string): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    // Foreign keys are not checked, which would take most of the time.
    await sql`set local session_replication_role = replica`.execute(db);
    // On a busy machine a statement here takes longer than one of the server may.
    await sql`set local statement_timeout = 0`.execute(db);
    for (const statement of statements(tenant, me)) await sql.raw(statement).execute(db);
  });
  // As autovacuum does in a running database: searches read from an index alone.
  await withoutTimeout(database, sql`vacuum profile`);
  await withoutTimeout(database, sql`analyze`);
}

/** For what takes longer on a busy machine than a statement of the server may. */
export const withoutTimeout = ({ kysely }: OpenDatabase, statement: RawBuilder<unknown>): Promise<void> =>
  kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await statement.execute(db);
    await sql`reset statement_timeout`.execute(db);
  });
