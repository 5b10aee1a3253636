// What staff do about one member: finding, a decision, goodwill credits, and a refund.
import { GOODWILL } from '#domain/staff';
import { emailKey } from '../../auth/email-key.ts';
import { spendAttempt } from '../../auth/attempt-budget.ts';
import type { Db } from '../../db/index.ts';
import { decideMember, restoreMember } from '../../modules/safety/decide-member.ts';
import { Refusal } from '../../http/refusal.ts';
import { audited, type AuditNote, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { loggedMeasure, memberMeasure } from './measures.ts';
import { giveGoodwill, refundUnused } from './money.ts';

const DAY_SECONDS = 86_400;

export const findMember: StaffHandler<'members.find'> = (ctx, { brand, email }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const found = await memberByAddress(db, tenant, email);
    await note(found.note);
    return { id: found.id };
  });
};

/** A search is logged also when it finds no one. */
export async function memberByAddress(
  db: Db,
  tenant: number,
  email: string,
): Promise<{ readonly id: string | null; readonly note: AuditNote }> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return { id: found?.id ?? null, note: { subject: `member ${found?.id ?? 'unknown'}` } };
}

/** What a decision about a member changes, for the log. */
export const standingOf = (db: Db, tenant: number, id: string) =>
  db
    .selectFrom('account')
    .select(['status', 'suspended_until'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();

export const decideMemberCall: StaffHandler<'members.decide'> = (ctx, { brand, id, measure, reason }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { services, now } = ctx;
  return change(ctx, tenant, async (db, note) => {
    const before = await standingOf(db, tenant, id);
    const deciding = { tenant, account: id, operator: ctx.staff().email, note: reason, now };
    const done =
      measure.action === 'restore'
        ? await restoreMember(db, deciding)
        : await decideMember(db, services.queue, { ...deciding, measure: memberMeasure(measure, now) });
    if (done === null || !before) throw new Refusal('not_found');
    await note({ subject: `member ${id}`, reason, before, after: loggedMeasure(measure) });
    return null;
  });
};

export const creditMember: StaffHandler<'members.credit'> = (ctx, { brand, id, credits, reason }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  const { now } = ctx;
  const staff = ctx.staff();
  const most = GOODWILL[staff.role];
  if (!most || credits > most.credits) throw new Refusal('invalid', { fields: { credits: 'out_of_range' } });
  return change(ctx, tenant, async (db, note) => {
    const budget = { max: most.perDay, perSeconds: DAY_SECONDS };
    const retryAfter = await spendAttempt(db, tenant, `goodwill:${staff.id}`, budget, now);
    if (retryAfter > 0) throw new Refusal('limit_reached', { retryAfter });
    const done = await giveGoodwill(db, { tenant, account: id, credits, now });
    if (!done) throw new Refusal('not_found');
    await note({ ...done.note, reason });
    return { balance: done.balance };
  });
};

export const refundPayment: StaffHandler<'payments.refund'> = (ctx, { brand, id, reason }) => {
  const site = brandOf(ctx.services, brand);
  return change(ctx, site.id, async (db, note) => {
    const done = await refundUnused(db, ctx.services, { site, payment: id, now: ctx.now });
    if (!done) throw new Refusal('not_found');
    await note({ ...done.note, reason });
    return done.refund;
  });
};
