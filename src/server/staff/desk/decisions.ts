// Decisions of staff about photos, reports and appeals: the same as those of the command line, in one transaction with the log.
import { decideAppeal, readAppeal } from '../../modules/appeals/decide-appeal.ts';
import { decidePhoto } from '../../modules/photos/moderation.ts';
import { decideReport, readReport } from '../../modules/safety/decide-report.ts';
import { type Code, Refusal } from '../../http/refusal.ts';
import { audited, change } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { loggedMeasure, memberMeasure } from './measures.ts';
import { shownDecision } from './shown-decision.ts';

const REFUSED = {
  unknown: 'not_found',
  decided: 'already_decided',
  member_gone: 'member_gone',
  photo_gone: 'photo_gone',
  same_person: 'same_person',
} as const satisfies Record<string, Code>;

/** Throws, so that nothing of the decision stays. */
function refuseOn(obstacle: keyof typeof REFUSED | null): void {
  if (obstacle !== null) throw new Refusal(REFUSED[obstacle]);
}

export const decidePhotoCall: StaffHandler<'photos.decide'> = (ctx, { brand, id, verdict }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const decision = { tenant, photo: id, operator: ctx.staff().email, verdict, now: ctx.now };
    const done = await decidePhoto(db, ctx.services.queue, decision);
    if (!done) throw new Refusal('not_found');
    const reason = verdict.action === 'reject' ? verdict.reason : null;
    const after = { status: verdict.action === 'reject' ? 'rejected' : 'active' };
    await note({ subject: `photo ${id}`, reason, before: { status: done.before }, after });
    return { before: done.before };
  });
};

export const showReport: StaffHandler<'reports.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const found = await readReport(db, tenant, id);
    if (!found) throw new Refusal('not_found');
    await note({ subject: `report ${id}` });
    const { reporter_language: _one, member_language: _two, ...report } = found;
    return { report: { ...report, at: report.at.toISOString(), before: report.before.map(shownDecision) } };
  });
};

export const decideReportCall: StaffHandler<'reports.decide'> = (ctx, input) => {
  const { brand, id, measure, answer, reason } = input;
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const decision = {
      ...{ tenant, report: id, operator: ctx.staff().email, note: reason, now: ctx.now },
      measure: 'rule' in measure ? memberMeasure(measure, ctx.now) : measure,
      ...(answer ? { answer } : {}),
    };
    refuseOn(await decideReport(db, ctx.services.queue, decision));
    await note({ subject: `report ${id}`, reason, before: { status: 'received' }, after: loggedMeasure(measure) });
    return null;
  });
};

export const showAppeal: StaffHandler<'appeals.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const found = await readAppeal(db, tenant, id);
    if (!found) throw new Refusal('not_found');
    await note({ subject: `appeal ${id}` });
    const { at, side, text, language, outcome, account, photo, report, facts, decided_at, ...decided } = found;
    const { operator, action, reason, until, note: kept } = decided;
    const decision = { ...shownDecision({ at: decided_at, operator, action, reason, until, note: kept }), facts };
    return { appeal: { id, at: at.toISOString(), side, text, language, outcome, account, photo, report, decision } };
  });
};

export const decideAppealCall: StaffHandler<'appeals.decide'> = (ctx, { brand, id, outcome, answer, reason }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return change(ctx, tenant, async (db, note) => {
    const decision = {
      ...{ tenant, appeal: id, operator: ctx.staff().email, outcome, isAlone: false, note: reason, now: ctx.now },
      ...(answer ? { answer } : {}),
    };
    refuseOn(await decideAppeal(db, ctx.services.queue, decision));
    await note({ subject: `appeal ${id}`, reason, before: { outcome: null }, after: { outcome } });
    return null;
  });
};
