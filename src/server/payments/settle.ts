// Applies one report of a provider in a transaction: every report once, credits once, in any order.
import { sql } from 'kysely';
import {
  type Amounts,
  amountsAfter,
  balanceChange,
  isOpen,
  isPartial,
  nextCheck,
  nextRecheck,
  type PaymentReport,
  type ReportKind,
  returned,
  statusAfter,
} from '#domain/payments';
import { creditsTakenBack, failedRefunds, isRefundFailed } from '#domain/withdrawal';
import type { Db } from '../db/index.ts';
import type { WebhookEventTable } from '../db/tables/webhook-event.ts';
import { creditAccount, debitAccount, type Transfer } from './ledger.ts';
import { isUnknownReport, OURS } from './expired-report.ts';
import { findOrder, type PaymentRow, withdrawnOf } from './orders.ts';
import type { Report } from './provider.ts';
import { redeem } from './redeem.ts';
import { takeCard } from './stored-card.ts';

type Outcome = WebhookEventTable['outcome'];

export interface Settled {
  /** `known` means that the report had come before. */
  readonly outcome: Outcome | 'known';
  /** As it was before the report; null for one that is not ours. */
  readonly payment: PaymentRow | null;
  /** What a person must look at, such as why a report was parked. */
  readonly problem: string | null;
  readonly changed: PaymentChange | null;
}

/** A payment that the report moved, whose it is, and whether it brought them credits. */
export interface PaymentChange {
  readonly payment: string;
  readonly account: string;
  readonly gaveCredits: boolean;
  /** Whether the payment was confirmed by this report. */
  readonly isPurchase: boolean;
}

interface Source {
  readonly tenant: number;
  readonly provider: string;
  readonly at: Date;
}

/** The reports of one payment wait for each other at its row. */
export async function settle(db: Db, source: Source, report: Report): Promise<Settled> {
  const payment = await lockPayment(db, source.tenant, report.payment);
  const unchanged = { payment, problem: null, changed: null };
  if (await isKnown(db, source, report.eventId)) return { ...unchanged, outcome: 'known' };
  const recorded = (outcome: Outcome) => record(db, source, report, payment, outcome);
  const problem = unfitBecause(payment, source, report);
  if (!payment || problem !== null) return { ...unchanged, problem, outcome: await recorded('parked') };
  if (report.kind === 'unknown') return { ...unchanged, outcome: await recorded('ignored') };
  const { kind, amount } = report;
  const seen = await reportsSeen(db, source, payment);
  if (seen.some((each) => each.kind === kind && each.amount === amount))
    return { ...unchanged, outcome: await recorded('ignored') };
  const applied = await apply(db, payment, report.ref, { seen, all: [...seen, { kind, amount }] }, source.at);
  if (kind === 'paid' && report.card) await takeCard(db, payment, report.card, source.at);
  return { payment, ...applied, outcome: await recorded('applied') };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const lockPayment = async (db: Db, tenant: number, id: string): Promise<PaymentRow | null> =>
  UUID.test(id) ? findOrder(db, tenant, id) : null;

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
  if (payment.currency !== report.currency || !isAmountOf(payment, report)) return 'another amount';
  return isUnknownReport(report) ? 'the provider does not know a paid payment' : null;
}

/** Money goes back in parts, at most the price, and again what was reversed. Every other report is about the whole price. */
function isAmountOf({ amount: price, refunded, charged_back, reversed }: PaymentRow, report: Report): boolean {
  const { kind, amount } = report;
  if (kind === 'unknown' || !isPartial(kind)) return amount === price;
  const limit = kind === 'reversed' ? Math.max(price, refunded + charged_back) : price + reversed;
  return amount >= 1 && amount <= limit;
}

/** What the provider itself has said: an order that was given up may be sent again and has then begun anew. */
async function reportsSeen(db: Db, { tenant, provider }: Source, payment: PaymentRow): Promise<PaymentReport[]> {
  const rows = await db
    .selectFrom('webhook_event')
    .select(['kind', 'amount'])
    .distinct()
    .where('tenant', '=', tenant)
    .where('provider', '=', provider)
    .where('payment', '=', payment.id)
    .where('outcome', '=', 'applied')
    .where('event_id', 'not like', `${OURS}%`)
    .execute();
  return rows.map(({ kind, amount }) => ({ kind: kind as ReportKind, amount: amount ?? payment.amount }));
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
      amount: report.amount,
      // Kept for ever, so without what charges the card.
      body: report.card ? report.body.replaceAll(report.card.token, '***') : report.body,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return written ? outcome : 'known';
}

/** The reports about a payment: those before the one that is applied, and all of them. */
interface Reports {
  readonly seen: readonly PaymentReport[];
  readonly all: readonly PaymentReport[];
}

/** Moves the payment to where the reports put it, and credits with it; answers what came of it. */
async function apply(db: Db, payment: PaymentRow, ref: string, reports: Reports, at: Date): Promise<Applied> {
  const { tenant, id, account, amount: price } = payment;
  const status = statusAfter(reports.all, price);
  const amounts = amountsAfter(reports.all, price);
  await db
    .updateTable('payment')
    .set({
      ...{ status, updated_at: at },
      ...amounts,
      ...(ref === '' ? {} : { provider_ref: ref }),
      ...(payment.paid_at === null && amounts.paid > 0 ? { paid_at: at, recheck_at: nextRecheck(at, at) } : {}),
      check_at: isOpen(status) ? (payment.check_at ?? nextCheck(payment.created_at, at)) : null,
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  if (amounts.paid === 0)
    return { problem: null, changed: { payment: id, account, gaveCredits: false, isPurchase: false } };
  return moveCredits(db, payment, reports, at);
}

type Applied = Pick<Settled, 'problem' | 'changed'>;

async function moveCredits(db: Db, payment: PaymentRow, reports: Reports, at: Date): Promise<Applied> {
  const { tenant, account, id, credits } = payment;
  const entry: Transfer = { tenant, account, credits, kind: 'purchase', book: 'sales', about: id, at };
  // Locked first: what is decided below looks at other rows, which must not be those of before a wait for this one. Others may refer to
  // the member meanwhile: a like or a first message to them does not wait.
  const holder = await db
    .selectFrom('account')
    .select('credits')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!holder)
    return { problem: await giveBack(db, payment, amountsAfter(reports.all, payment.amount), at), changed: null };
  const { isGiven, taken } = await creditsMoved(db, tenant, account, id);
  const balance = isGiven ? holder.credits : ((await creditAccount(db, entry)) ?? holder.credits);
  const reused = isGiven ? null : await redeem(db, payment, at);
  const withdrawn = withdrawnOf(payment);
  const seen = amountsAfter(isGiven ? reports.seen : [], payment.amount);
  const all = amountsAfter(reports.all, payment.amount);
  const [before, after] = [creditsTakenBack(credits, seen, withdrawn), creditsTakenBack(credits, all, withdrawn)];
  const change = balanceChange(before, after, taken, balance);
  if (change < 0) await debitAccount(db, { ...entry, credits: -change, kind: 'refund' });
  if (change > 0) await creditAccount(db, { ...entry, credits: change, kind: 'reversal' });
  await sql`update account set paid_user = exists (
      select from payment where tenant = ${tenant} and account = ${account} and status in ('paid', 'partly_refunded'))
    where tenant = ${tenant} and id = ${account}`.execute(db);
  const gaveCredits = change > 0 || (!isGiven && after < credits);
  const hasFailed = withdrawn !== null && !isRefundFailed(withdrawn, seen) && isRefundFailed(withdrawn, all);
  return {
    problem: hasFailed ? 'the refund of a withdrawal failed' : reused,
    changed: { payment: id, account, gaveCredits, isPurchase: !isGiven },
  };
}

/**
 * A payment whose account is gone is given back, as an unconfirmed account may be replaced while its order can be paid.
 * It is recorded as a withdrawal, which the daily job has refunded. One that was paid before had given its credits.
 */
async function giveBack(db: Db, { tenant, id, credits, paid_at }: PaymentRow, amounts: Amounts, at: Date) {
  const amount = amounts.paid - returned(amounts);
  if (paid_at !== null || amount === 0) return 'the account is gone';
  await db
    .updateTable('payment')
    .set({
      ...{ withdrawn_at: at, withdrawn_credits: credits, withdrawn_amount: amount },
      ...{ withdrawn_after_refunded: amounts.refunded, withdrawn_after_failed: failedRefunds(amounts) },
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  return 'the account is gone: the payment is refunded';
}

/** As literals: the planner would not know that the partial index `ledger_of_payment` fits a parameter. */
const OF_A_PAYMENT = sql<boolean>`kind in ('purchase', 'refund', 'reversal')`;

/** Whether the payment's credits were given, and how many of them are taken back at the moment. */
async function creditsMoved(
  db: Db,
  tenant: number,
  account: string,
  payment: string,
): Promise<{ isGiven: boolean; taken: number }> {
  const entries = await db
    .selectFrom('ledger')
    .select(['kind', 'credits'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('about', '=', payment)
    .where(OF_A_PAYMENT)
    .execute();
  const back = entries.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
  return {
    isGiven: entries.some(({ kind }) => kind === 'purchase'),
    taken: -back.reduce((sum, { credits }) => sum + credits, 0),
  };
}
