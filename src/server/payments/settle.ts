// Applies one report of a provider in a transaction: every report once, credits once, whatever order they come in.
import { sql } from 'kysely';
import { isOpen, nextAsk, type ReportKind, statusAfter, takenBack, wasPaid, wentBack } from '#domain/payments';
import type { Db } from '../db/index.ts';
import type { WebhookEventTable } from '../db/business-tables.ts';
import { give, take, type Transfer } from '../ledger.ts';
import type { PaymentRow } from './orders.ts';
import type { Report } from './provider.ts';

type Outcome = WebhookEventTable['outcome'];

export interface Settled {
  /** `known` means that the report had come before. */
  readonly outcome: Outcome | 'known';
  /** As it was before the report; null for one that is not ours. */
  readonly payment: PaymentRow | null;
  /** What a person must look at, such as why a report was parked. */
  readonly problem: string | null;
  readonly changed: Changed | null;
}

/** A payment that the report moved, whose it is, and whether it brought them credits. */
export interface Changed {
  readonly payment: string;
  readonly account: string;
  readonly gave: boolean;
}

interface Source {
  readonly tenant: number;
  readonly provider: string;
  readonly at: Date;
}

/** How a report of ours begins, that a payment was given up. It says nothing about what the provider will. */
const OURS = 'given-up:';
export const givenUp = (payment: string, ref: string): string => `${OURS}${payment}:${ref}`;

/** The reports of one payment wait for each other at its row. */
export async function settle(db: Db, source: Source, report: Report): Promise<Settled> {
  const payment = await lockPayment(db, source.tenant, report.payment);
  const unchanged = { payment, problem: null, changed: null };
  if (await isKnown(db, source, report.eventId)) return { ...unchanged, outcome: 'known' };
  const recorded = (outcome: Outcome) => record(db, source, report, payment, outcome);
  const problem = unfitBecause(payment, source, report);
  if (!payment || problem !== null) return { ...unchanged, problem, outcome: await recorded('parked') };
  if (report.kind === 'unknown') return { ...unchanged, outcome: await recorded('ignored') };
  const seen = await kindsSeen(db, source, payment.id);
  if (seen.has(report.kind)) return { ...unchanged, outcome: await recorded('ignored') };
  const applied = await apply(db, payment, report.ref, new Set([...seen, report.kind]), source.at);
  return { payment, ...applied, outcome: await recorded('applied') };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function lockPayment(db: Db, tenant: number, id: string): Promise<PaymentRow | null> {
  if (!UUID.test(id)) return null;
  const own = db.selectFrom('payment').selectAll().where('tenant', '=', tenant).where('id', '=', id);
  return (await own.forUpdate().executeTakeFirst()) ?? null;
}

async function isKnown(db: Db, { tenant, provider }: Source, eventId: string): Promise<boolean> {
  const found = db.selectFrom('webhook_event').select('event_id').where('tenant', '=', tenant);
  return (
    (await found.where('provider', '=', provider).where('event_id', '=', eventId).executeTakeFirst()) !== undefined
  );
}

function unfitBecause(payment: PaymentRow | null, { provider }: Source, report: Report): string | null {
  if (!payment) return 'no such payment';
  if (payment.provider !== provider) return 'another provider’s payment';
  if (payment.provider_ref !== null && payment.provider_ref !== report.ref) return 'another reference';
  if (payment.amount !== report.amount || payment.currency !== report.currency) return 'another amount';
  return null;
}

/** What the provider itself has said: an order that was given up may be sent again and has then begun anew. */
async function kindsSeen(db: Db, { tenant, provider }: Source, payment: string): Promise<Set<ReportKind>> {
  const rows = await db
    .selectFrom('webhook_event')
    .select('kind')
    .distinct()
    .where('tenant', '=', tenant)
    .where('provider', '=', provider)
    .where('payment', '=', payment)
    .where('outcome', '=', 'applied')
    .where('event_id', 'not like', `${OURS}%`)
    .execute();
  return new Set(rows.map(({ kind }) => kind as ReportKind));
}

/** Kept for ever, so that a report replayed after a year changes nothing either. */
async function record(
  db: Db,
  { tenant, provider, at }: Source,
  report: Report,
  payment: PaymentRow | null,
  outcome: Outcome,
): Promise<Settled['outcome']> {
  const written = await db
    .insertInto('webhook_event')
    .values({
      ...{ tenant, provider, outcome },
      event_id: report.eventId,
      payment: payment?.id ?? null,
      kind: report.kind,
      body: report.body,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return written ? outcome : 'known';
}

/** Moves the payment to where the reports put it, and credits with it; answers what came of it. */
async function apply(
  db: Db,
  payment: PaymentRow,
  ref: string,
  reports: ReadonlySet<ReportKind>,
  at: Date,
): Promise<Applied> {
  const { tenant, id, account } = payment;
  const status = statusAfter(reports);
  await db
    .updateTable('payment')
    .set({
      ...{ status, updated_at: at },
      ...(ref === '' ? {} : { provider_ref: ref }),
      check_at: isOpen(status) ? (payment.check_at ?? nextAsk(payment.created_at, at)) : null,
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  if (!wasPaid(reports)) return { problem: null, changed: { payment: id, account, gave: false } };
  return moveCredits(db, payment, wentBack(reports), at);
}

type Applied = Pick<Settled, 'problem' | 'changed'>;

async function moveCredits(db: Db, payment: PaymentRow, isBack: boolean, at: Date): Promise<Applied> {
  const { tenant, account, id } = payment;
  const entry: Transfer = { tenant, account, credits: payment.credits, kind: 'purchase', book: 'sales', about: id, at };
  // Locked first: what is decided below looks at other rows, which must not be those of before a wait for this one. Others may refer to
  // the member meanwhile: a like or a first message to them does not wait.
  const holder = await db
    .selectFrom('account')
    .select('credits')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!holder) return { problem: 'the account is gone', changed: null };
  const wasGiven = await isGiven(db, tenant, id);
  const balance = wasGiven ? holder.credits : ((await give(db, entry)) ?? holder.credits);
  const wasTaken = wasGiven && (payment.status === 'refunded' || payment.status === 'chargeback');
  const back = isBack && !wasTaken ? takenBack(payment.credits, balance) : 0;
  if (back > 0) await take(db, { ...entry, credits: back, kind: 'refund' });
  await sql`update account set paid_user = exists (
      select from payment where tenant = ${tenant} and account = ${account} and status = 'paid')
    where tenant = ${tenant} and id = ${account}`.execute(db);
  return { problem: null, changed: { payment: id, account, gave: !wasGiven && !isBack } };
}

async function isGiven(db: Db, tenant: number, payment: string): Promise<boolean> {
  const entries = db.selectFrom('ledger').select('id').where('tenant', '=', tenant).where('about', '=', payment);
  // As part of the text: a parameter would not tell the planner that the index of purchases fits.
  return (await entries.where('kind', '=', sql.lit('purchase')).executeTakeFirst()) !== undefined;
}
