// Stores a report with a copy of what it is about, and mails customer service and a receipt.
import { createHash } from 'node:crypto';
import type { Report } from '#contract/safety';
import { SAFETY } from '#domain/limits';
import { isoDay } from '#domain/iso-day';
import type { Ctx } from '../../context.ts';
import { incrementWithinLimit, secondsUntilReset } from '../../db/counters.ts';
import type { ReportEvidence } from '../../db/tables/report.ts';
import { refuseUnreadable } from '../../http/refuse-unreadable.ts';
import { reportMail, reportNumber, reportReceipt } from '../../mail/report.ts';
import { takeMail } from '../../mail/mail-quota.ts';
import type { Services } from '../../services.ts';
import { blockMember } from './block.ts';
import { type Subject, readSubject } from './subject.ts';

type ReportCtx = Ctx<'yourself' | 'report_limit' | 'block_limit'>;

export async function report(services: Services, ctx: ReportCtx, typed: Report): Promise<{ number: string }> {
  const me = ctx.member().id;
  if (typed.photo !== undefined && typed.seq !== undefined)
    throw ctx.refuse('invalid', { fields: { photo: 'not_allowed' } });
  refuseUnreadable(ctx, { text: typed.text }, { mayBeBlank: true });
  const profile = typed.profile.toLowerCase();
  if (profile === me) throw ctx.refuse('yourself');
  const subject = await readSubject(ctx, me, { ...typed, profile });
  if (!subject) throw ctx.refuse('not_found');
  const { id, isNew } = await store(ctx, me, typed, subject);
  if (isNew) {
    const now = ctx.now();
    if (!(await incrementWithinLimit(ctx.db, ctx.tenant, `reports:${me}`, now, SAFETY.reportsPerDay)))
      throw ctx.refuse('report_limit', { limit: SAFETY.reportsPerDay, retryAfter: secondsUntilReset(now, 'day') });
    const job = { tenant: ctx.tenant, report: id };
    await services.queue.add(ctx.db, reportMail, job);
    if (await mayReceipt(ctx, me)) await services.queue.add(ctx.db, reportReceipt, job);
  }
  if (typed.block) await blockMember(ctx, profile);
  return { number: reportNumber(id) };
}

/** An address that is not confirmed has a daily quota over all brands. */
async function mayReceipt({ db, tenant, now }: ReportCtx, me: string): Promise<boolean> {
  const { email, status } = await db
    .selectFrom('account')
    .select(['email', 'status'])
    .where('tenant', '=', tenant)
    .where('id', '=', me)
    .executeTakeFirstOrThrow();
  return status === 'active' || takeMail(db, { tenant, email, purpose: 'receipt' }, now());
}

/** The stored report; one with the same contents on the same day is that one. */
async function store(
  { db, tenant, now }: ReportCtx,
  me: string,
  { category, text, photo, seq }: Report,
  { reported, about, evidence }: Subject,
): Promise<{ id: string; isNew: boolean }> {
  const at = now();
  const contents = [isoDay(at), me, reported, about, photo ?? null, seq ?? null, category, text];
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest();
  const id = crypto.randomUUID();
  const row = {
    ...{ tenant, id, hash, reporter: me, reported, about, category, text, at },
    name: evidence.profile.name,
    evidence: JSON.stringify(evidence satisfies ReportEvidence),
  };
  const added = await db
    .insertInto('report')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return { id, isNew: true };
  const before = await db
    .selectFrom('report')
    .select('id')
    .where('tenant', '=', tenant)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return { id: before.id, isNew: false };
}
