// What staff see of one member: standing, money and decisions; messages only as evidence of reports.
import type { StaffOutput } from '#contract/staff';
import type { Db } from '../../db/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { audited } from '../audit.ts';
import { brandOf } from '../brands.ts';
import type { StaffHandler } from '../context.ts';
import { shownDecision } from './shown-decision.ts';

type Member = StaffOutput<'members.show'>['member'];

/** Newest entries of the ledger, and of everything else. */
const ENTRIES = 50;
const MOST = 20;

export const showMember: StaffHandler<'members.show'> = (ctx, { brand, id }) => {
  const { id: tenant } = brandOf(ctx.services, brand);
  return audited(ctx, tenant, async (db, note) => {
    const member = await readMember(db, tenant, id, ctx.now);
    if (!member) throw new Refusal('not_found');
    await note({ subject: `member ${id}` });
    return { member };
  });
};

export async function readMember(db: Db, tenant: number, id: string, now: Date): Promise<Member | null> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) => join.onRef('p.tenant', '=', 'a.tenant').onRef('p.id', '=', 'a.id'))
    .select(['a.id', 'a.email', 'a.status', 'a.language', 'a.signup_at', 'a.paid_user', 'a.credits', 'a.deleted_at'])
    .select(['a.suspended_until', 'a.suspended_for', 'p.name', 'p.gender', 'p.birth_date', 'p.country', 'p.city'])
    .select(['p.line', 'p.about', 'p.status as profile_status', 'p.reachable', 'p.fictional', 'p.last_active'])
    .where('a.tenant', '=', tenant)
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { name, gender, birth_date, country, city, line, about, profile_status: status, ...rest } = row;
  const { reachable, fictional, last_active, signup_at, deleted_at, suspended_until, ...account } = rest;
  const profile = { name, gender, birth_date, country, city, line, about, status, reachable, fictional };
  return {
    ...account,
    signup_at: signup_at.toISOString(),
    deleted_at: deleted_at?.toISOString() ?? null,
    suspended_until: suspended_until?.toISOString() ?? null,
    profile: { ...profile, last_active: last_active.toISOString() },
    sessions: await liveSessions(db, tenant, id, now),
    ...(await moneyOf(db, tenant, id)),
    ...(await recordOf(db, tenant, id)),
  };
}

async function liveSessions(db: Db, tenant: number, account: string, now: Date): Promise<number> {
  const { live } = await db
    .selectFrom('session')
    .select((is) => is.fn.countAll<number>().as('live'))
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(live);
}

async function moneyOf(db: Db, tenant: number, account: string): Promise<Pick<Member, 'ledger' | 'payments'>> {
  const entries = await db
    .selectFrom('ledger')
    .select(['version', 'kind', 'credits', 'balance', 'at'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .orderBy('version', 'desc')
    .limit(ENTRIES)
    .execute();
  const payments = await db
    .selectFrom('payment')
    .select(['id', 'status', 'method', 'amount', 'currency', 'credits', 'refunded', 'charged_back', 'created_at'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return {
    ledger: entries.map((each) => ({ ...each, at: each.at.toISOString() })),
    payments: payments.map((each) => ({ ...each, created_at: each.created_at.toISOString() })),
  };
}

async function recordOf(db: Db, tenant: number, account: string): Promise<Pick<Member, 'reports' | 'decisions'>> {
  const reports = await db
    .selectFrom('report')
    .select(['id', 'at', 'about', 'category', 'status'])
    .where('tenant', '=', tenant)
    .where('reported', '=', account)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  const decisions = await db
    .selectFrom('moderation')
    .select(['at', 'operator', 'action', 'reason', 'until', 'note'])
    .where('tenant', '=', tenant)
    .where('account', '=', account)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  return {
    reports: reports.map((each) => ({ ...each, at: each.at.toISOString() })),
    decisions: decisions.map(shownDecision),
  };
}
