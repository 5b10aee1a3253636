// Fills what staff look at: an order with its report and ledger entry for each member, a long log, and what waits for a person.
import { sql } from 'kysely';
import { STAFF, STAFF_TENANT } from '#domain/staff';
import type { OpenDatabase } from '#server/db/index';
import { startStaffSession } from '#server/staff/sessions';
import { withoutTimeout } from '../../tests/support/large-tables.ts';

/** One in so many members has one of each; of reports and complaints one in `OPEN` still waits. */
const EVERY = { report: 20, complaint: 100, pending: 500, parked: 5000 } as const;
const OPEN = 50;
const TABLES = ['account', 'profile', 'photo', 'payment', 'webhook_event', 'ledger', 'report', 'moderation', 'appeal'];
const OTHERS = ['complaint', 'closed_matter', 'held_message', 'selfie', 'audit_log'];

const uuid = (kind: string): string => `md5('${kind} ' || tenant || ' ' || n)::uuid`;
const every = (count: number): string => `from bench_member where n % ${count} = 0`;
const DAYS_AGO = `now() - n % 400 * interval '1 day'`;

/** `bench_member` numbers the members of each brand. */
const statements: readonly string[] = [
  // Only real ones are counted.
  `update profile p set fictional = false from bench_member m where p.tenant = m.tenant and p.id = m.id and m.n % 10 <> 0`,
  `update account a set signup_at = ${DAYS_AGO} from bench_member m where a.tenant = m.tenant and a.id = m.id`,
  `insert into payment (tenant, id, account, package, credits, amount, currency, vat, method, country, provider, provider_ref, status,
      paid, created_at, updated_at, paid_at)
    select tenant, ${uuid('order')}, id, '35', 35, 4599, 'EUR', 21, 'visa', 'NL', 'sandbox', 'ref ' || tenant || ' ' || n, 'paid',
      4599, ${DAYS_AGO}, ${DAYS_AGO}, ${DAYS_AGO} from bench_member`,
  `insert into webhook_event (tenant, provider, event_id, payment, kind, amount, body, received_at, outcome)
    select tenant, 'sandbox', 'paid ' || n, ${uuid('order')}, 'paid', 4599, '{}', ${DAYS_AGO}, 'applied' from bench_member`,
  `insert into webhook_event (tenant, provider, event_id, payment, kind, amount, body, received_at, outcome)
    select tenant, 'sandbox', 'back ' || n, ${uuid('order')}, 'refunded', 1000, '{}', ${DAYS_AGO}, 'applied' ${every(50)}`,
  `insert into webhook_event (tenant, provider, event_id, payment, kind, amount, body, received_at, outcome)
    select tenant, 'sandbox', 'odd ' || n, null, 'paid', 4599, '{}', now(), 'parked' ${every(EVERY.parked)}`,
  `insert into ledger (tenant, account, version, book, kind, credits, balance, about, at)
    select tenant, id, 1000, 'sales', 'purchase', 35, 35, ${uuid('order')}, ${DAYS_AGO} from bench_member`,
  `insert into report (tenant, id, hash, reporter, reported, name, about, category, text, evidence, status, at)
    select tenant, ${uuid('report')}, sha256(n::text::bytea), null, id, 'Robin', 'member', 'scam', 'Again and again.',
      '{"profile":{"name":"Robin","line":"","about":null}}', case when n % ${EVERY.report * OPEN} = 0 then 'received' else 'no_action' end, ${DAYS_AGO}
    ${every(EVERY.report)}`,
  `insert into moderation (tenant, id, at, operator, action, account, reason, facts)
    select tenant, ${uuid('decision')}, ${DAYS_AGO}, 'Kim', 'warn', id, 'scam', 'Links' ${every(EVERY.report)}`,
  `insert into appeal (tenant, id, decision, account, side, text, at, outcome)
    select tenant, ${uuid('appeal')}, ${uuid('decision')}, id, 'member', 'That was not me.', ${DAYS_AGO},
      case when n % ${EVERY.report * OPEN} = 0 then null else 'refused' end ${every(EVERY.report * 10)}`,
  `insert into complaint (tenant, id, hash, email, language, subject, text, at)
    select tenant, ${uuid('complaint')}, sha256(n::text::bytea), n || '@bench.example', 'en', 'else', 'x', ${DAYS_AGO} ${every(EVERY.complaint)}`,
  `insert into closed_matter (tenant, kind, id, at) select tenant, 'complaint', ${uuid('complaint')}::text, now()
    ${every(EVERY.complaint)} and n % ${EVERY.complaint * OPEN} <> 0`,
  `insert into photo (tenant, id, profile, token, file, status, at)
    select tenant, ${uuid('photo')}, id, md5('token ' || tenant || ' ' || n), md5(n::text), 'pending', now() - n * interval '1 second'
    ${every(EVERY.pending)}`,
  `insert into held_message (tenant, conversation, sender, client_id, text, at, waits_for_staff)
    select tenant, ${uuid('chat')}, id, gen_random_uuid(), 'Write to me elsewhere', now(), true ${every(EVERY.pending)}`,
  `insert into audit_log (tenant, at, staff, actor, role, call, subject)
    select tenant, ${DAYS_AGO}, null, 'Kim', 'owner', 'members.show', 'member ' || id from bench_member`,
];

/** Once for each database: the facts have ids of their own. */
export async function fillDesk(database: OpenDatabase, tenants: readonly number[]): Promise<void> {
  const started = performance.now();
  await database.kysely.transaction().execute(async (db) => {
    // Foreign keys and triggers would take most of the time; here a statement takes longer than one of the server may.
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`create temp table bench_member on commit drop as
      select tenant, id, row_number() over (partition by tenant order by id)::int as n from account
      where tenant = any(${sql.lit(`{${tenants.join()}}`)}::smallint[])`.execute(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
  for (const table of [...TABLES, ...OTHERS]) await withoutTimeout(database, sql`vacuum analyze ${sql.table(table)}`);
  console.log(`Filled the desk in ${Math.round((performance.now() - started) / 1000)} s.`);
}

/** The cookie of an owner who is logged in. */
export const addOwner = (database: OpenDatabase, now: Date): Promise<string> =>
  database.inTenant(STAFF_TENANT, async (db) => {
    const id = crypto.randomUUID();
    const email = `${id}@staff.example`;
    const named = { id, email, email_key: email, name: 'Kim', role: 'owner', status: 'active' } as const;
    await db
      .insertInto('staff_account')
      .values({ tenant: STAFF_TENANT, ...named, created_at: now })
      .execute();
    return `${STAFF.cookie}=${await startStaffSession(db, id, now)}`;
  });

export interface Known {
  readonly tenant: number;
  readonly member: string;
  readonly email: string;
  readonly report: string;
  readonly photo: string;
}

/** Members to look at, each beside a report and a photo of their brand. */
export async function someKnown(database: OpenDatabase, tenants: readonly number[], count: number): Promise<Known[]> {
  const found: Known[] = [];
  for (const tenant of tenants)
    found.push(
      ...(await database.inTenant(tenant, async (db) => {
        const { rows } = await sql<Known>`
          with members as (select id, email, row_number() over () n from (select id, email from account
            where tenant = ${tenant}::smallint order by md5(id::text) limit ${count}::int) a),
          reports as (select id, row_number() over () n from (select id from report where tenant = ${tenant}::smallint limit ${count}::int) r),
          photos as (select id, row_number() over () n from (select id from photo where tenant = ${tenant}::smallint and status = 'pending'
            limit ${count}::int) f)
          select ${tenant}::int as tenant, m.id as member, m.email, r.id as report, f.id as photo
          from members m join reports r on r.n = 1 + m.n % (select count(*) from reports)
            join photos f on f.n = 1 + m.n % (select count(*) from photos)`.execute(db);
        if (rows.length === 0)
          throw new Error(
            `A brand has too little to look at: give each 500 members, as --members ${500 * tenants.length} does.`,
          );
        return rows;
      })),
    );
  return found;
}
