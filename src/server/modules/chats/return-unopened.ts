// Gives the credits of messages back that their receiver never opened, where the brand promises it (decisions E67).
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '#domain/durations';
import type { Db } from '../../db/index.ts';
import { storeEventsNow } from '../../live/hub.ts';
import { creditAccount } from '../../payments/ledger.ts';
import { DAILY, jobKind } from '../../queue.ts';
import { type Services, siteOfTenant } from '../../services.ts';

export const unopenedReturn = jobKind({
  name: 'return_unopened',
  data: z.strictObject({ tenant: z.int() }),
  schedule: { cron: DAILY },
  run: returnUnopened,
});

interface Returning {
  readonly tenant: number;
  readonly days: number;
  readonly now: Date;
}

/** What one member wrote in one conversation. */
interface Written {
  readonly conversation: string;
  readonly sender: string;
  readonly receiver: string;
}

/** Idempotent: what has come back is marked in the transaction that books it. */
async function returnUnopened(services: Services, { tenant }: { tenant: number }): Promise<void> {
  const { database, hub, now } = services;
  const { return_days: days } = siteOfTenant(services, tenant).siteSettings;
  if (days === 0) return;
  const returning = { tenant, days, now: now() };
  for (const written of await database.inTenant(tenant, (db) => findDue(db, returning)))
    hub.publish(await database.inTenant(tenant, (db) => giveBack(db, returning, written)));
}

const RECEIVER = sql`case when c.one = m.sender then c.two else c.one end`;
const IS_UNOPENED = sql`m.seq > case when c.one = m.sender then c.two_read else c.one_read end`;
const IS_GONE = sql`(r.status = 'pending_deletion' or (r.suspended_for is not null and r.suspended_until is null))`;
const IS_SCAMMER = sql`(r.suspended_for = 'scam' and r.suspended_until is null)`;

/**
 * Messages whose credits are due: unopened ones whose time is over or whose receiver has left or was removed, and of one who was removed
 * as a scammer the opened ones of that time as well. Older ones than twice the time were due before, or are from before the brand promised it.
 */
function dueMessages({ tenant, days, now }: Returning): RawBuilder<unknown> {
  const ago = (times: number): Date => new Date(now.getTime() - times * days * DAY_MS);
  return sql`message m
      join conversation c on c.tenant = m.tenant and c.id = m.conversation
      join account r on r.tenant = c.tenant and r.id = ${RECEIVER}
    where m.tenant = ${tenant}::smallint and m.at > ${ago(2)}::timestamptz and m.cost > 0 and m.returned_at is null
      and m.deleted is distinct from 'both'
      and ((${IS_UNOPENED} and (m.at <= ${ago(1)}::timestamptz or ${IS_GONE}))
        or (${IS_SCAMMER} and m.at > ${ago(1)}::timestamptz))`;
}

async function findDue(db: Db, returning: Returning): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select distinct m.conversation, m.sender, ${RECEIVER} as receiver from ${dueMessages(returning)}`.execute(db);
  return rows;
}

async function giveBack(db: Db, returning: Returning, { conversation, sender, receiver }: Written) {
  const { tenant, now } = returning;
  // In the order of all locks. What was opened meanwhile stays paid.
  await sql`select from account where tenant = ${tenant}::smallint and id = ${sender}::uuid for no key update`.execute(
    db,
  );
  await sql`select from conversation where tenant = ${tenant}::smallint and id = ${conversation}::uuid for update`.execute(
    db,
  );
  const { rows } = await sql<{ cost: number }>`
    with due as (
      select m.seq, m.at from ${dueMessages(returning)}
        and m.conversation = ${conversation}::uuid and m.sender = ${sender}::uuid
    )
    update message set returned_at = ${now}::timestamptz from due
    where message.tenant = ${tenant}::smallint and message.conversation = ${conversation}::uuid
      and message.seq = due.seq and message.at = due.at and message.returned_at is null
    returning message.cost`.execute(db);
  const credits = rows.reduce((sum, { cost }) => sum + cost, 0);
  if (credits === 0) return [];
  const transfer = {
    tenant,
    account: sender,
    credits,
    kind: 'returned',
    book: 'spending',
    about: receiver,
    at: now,
  } as const;
  if ((await creditAccount(db, transfer)) === null) throw new Error('The sender of a message has no account.');
  return storeEventsNow(db, tenant, now, [[{ type: 'user' }, { account: sender }]]);
}
