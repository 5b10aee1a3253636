// Applies one provider report in a transaction, exactly once and independent of order.
import { sql } from 'kysely';
import {
  amountsAfter,
  balanceChange,
  creditsReturned,
  isOpen,
  isPartial,
  nextCheck,
  type PaymentReport,
  type ReportKind,
  statusAfter,
} from '#domain/payments';
import type { Db } from '../db/index.ts';
import type { WebhookEventTable } from '../db/business-tables.ts';
import { creditAccount, debitAccount, type Transfer } from './ledger.ts';
import type { PaymentRow } from './orders.ts';
import type { Report } from './provider.ts';

type Outcome = WebhookEventTable['outcome'];

export interface Settled {
  /** `known` means a duplicate report. */
  readonly outcome: Outcome | 'known';
  /** The payment before the report; null for an unknown one. */
  readonly payment: PaymentRow | null;
  /** Why a report needs manual work, such as the reason it was parked. */
  readonly problem: string | null;
  readonly changed: PaymentChange | null;
}

/** A payment changed by the report, its account, and whether the account gained credits. */
export interface PaymentChange {
  readonly payment: string;
  readonly account: string;
  readonly gaveCredits: boolean;
}

interface Source {
  readonly tenant: number;
  readonly provider: string;
  readonly at: Date;
}

/** Event id prefix of our own reports that an order was abandoned. The provider may still report differently. */
const ABANDONED_PREFIX = 'given-up:';
export const abandonedEventId = (payment: string, ref: string): string => `${ABANDONED_PREFIX}${payment}:${ref}`;

/** Concurrent reports of one payment are serialized by its row lock. */
export async function settle(db: Db, source: Source, report: Report): Promise<Settled> {
  const payment = await lockPayment(db, source.tenant, report.payment);
  const unchanged = { payment, problem: null, changed: null };
  if (await isRecorded(db, source, report.eventId)) return { ...unchanged, outcome: 'known' };
  const recorded = (outcome: Outcome) => record(db, source, report, payment, outcome);
  const problem = mismatchOf(payment, source, report);
  if (!payment || problem !== null) return { ...unchanged, problem, outcome: await recorded('parked') };
  if (report.kind === 'unknown') return { ...unchanged, outcome: await recorded('ignored') };
  const { kind, amount } = report;
  const previous = await previousReports(db, source, payment);
  if (previous.some((each) => each.kind === kind && each.amount === amount))
    return { ...unchanged, outcome: await recorded('ignored') };
  const applied = await apply(db, payment, report.ref, { previous, all: [...previous, { kind, amount }] }, source.at);
  return { payment, ...applied, outcome: await recorded('applied') };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function lockPayment(db: Db, tenant: number, id: string): Promise<PaymentRow | null> {
  if (!UUID.test(id)) return null;
  const query = db.selectFrom('payment').selectAll().where('tenant', '=', tenant).where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

async function isRecorded(db: Db, { tenant, provider }: Source, eventId: string): Promise<boolean> {
  const query = db.selectFrom('webhook_event').select('event_id').where('tenant', '=', tenant);
  return (
    (await query.where('provider', '=', provider).where('event_id', '=', eventId).executeTakeFirst()) !== undefined
  );
}

function mismatchOf(payment: PaymentRow | null, { provider }: Source, report: Report): string | null {
  if (!payment) return 'no such payment';
  if (payment.provider !== provider) return 'another provider’s payment';
  if (payment.provider_ref !== null && payment.provider_ref !== report.ref) return 'another reference';
  if (payment.currency !== report.currency || !isAmountOf(payment, report)) return 'another amount';
  return null;
}

/** Money may move in parts of at most the price; every other report has the price as amount. */
const isAmountOf = ({ amount: price }: PaymentRow, { kind, amount }: Report): boolean =>
  kind !== 'unknown' && isPartial(kind) ? amount >= 1 && amount <= price : amount === price;

/** The provider's own reports. An abandoned order may be sent again, which starts it anew. */
async function previousReports(db: Db, { tenant, provider }: Source, payment: PaymentRow): Promise<PaymentReport[]> {
  const rows = await db
    .selectFrom('webhook_event')
    .select(['kind', 'amount'])
    .distinct()
    .where('tenant', '=', tenant)
    .where('provider', '=', provider)
    .where('payment', '=', payment.id)
    .where('outcome', '=', 'applied')
    .where('event_id', 'not like', `${ABANDONED_PREFIX}%`)
    .execute();
  return rows.map(({ kind, amount }) => ({ kind: kind as ReportKind, amount: amount ?? payment.amount }));
}

/** Never deleted, so that an old report cannot be replayed. */
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
      body: report.body,
      received_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return written ? outcome : 'known';
}

/** The reports of a payment before this one, and all of them. */
interface Reports {
  readonly previous: readonly PaymentReport[];
  readonly all: readonly PaymentReport[];
}

/** Updates payment and credits for the reports; returns the result. */
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
      check_at: isOpen(status) ? (payment.check_at ?? nextCheck(payment.created_at, at)) : null,
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute();
  if (amounts.paid === 0) return { problem: null, changed: { payment: id, account, gaveCredits: false } };
  return moveCredits(db, payment, reports, at);
}

type Applied = Pick<Settled, 'problem' | 'changed'>;

async function moveCredits(db: Db, payment: PaymentRow, reports: Reports, at: Date): Promise<Applied> {
  const { tenant, account, id, credits } = payment;
  const entry: Transfer = { tenant, account, credits, kind: 'purchase', book: 'sales', about: id, at };
  // Locked first: the decisions below read other rows, which must be newer than this lock. The lock mode allows
  // concurrent references to the account, e.g. by a like or a first message.
  const owner = await db
    .selectFrom('account')
    .select('credits')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!owner) return { problem: 'the account is gone', changed: null };
  const { isCredited, taken } = await creditsMoved(db, tenant, account, id);
  const balance = isCredited ? owner.credits : ((await creditAccount(db, entry)) ?? owner.credits);
  const [before, after] = [isCredited ? reports.previous : [], reports.all].map((each) =>
    creditsReturned(credits, amountsAfter(each, payment.amount)),
  ) as [number, number];
  const change = balanceChange(before, after, taken, balance);
  if (change < 0) await debitAccount(db, { ...entry, credits: -change, kind: 'refund' });
  if (change > 0) await creditAccount(db, { ...entry, credits: change, kind: 'reversal' });
  await sql`update account set paid_user = exists (
      select from payment where tenant = ${tenant} and account = ${account} and status in ('paid', 'partly_refunded'))
    where tenant = ${tenant} and id = ${account}`.execute(db);
  return {
    problem: null,
    changed: { payment: id, account, gaveCredits: change > 0 || (!isCredited && after < credits) },
  };
}

/** Whether the payment's credits were given, and how many whole credits are currently taken back. */
async function creditsMoved(
  db: Db,
  tenant: number,
  account: string,
  payment: string,
): Promise<{ isCredited: boolean; taken: number }> {
  const entries = await db
    .selectFrom('ledger')
    .select(['kind', 'credits'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('about', '=', payment)
    .execute();
  const returns = entries.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
  return {
    isCredited: entries.some(({ kind }) => kind === 'purchase'),
    taken: -returns.reduce((sum, { credits }) => sum + credits, 0),
  };
}
