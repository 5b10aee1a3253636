// Decisions about a member by a person: a warning, a suspension, the end of it, or closing the account for good.
import type { Rule } from '#contract/safety';
import type { Db } from '../../db/index.ts';
import { endSuspension, suspendAccount } from '../../auth/suspension.ts';
import { statementMail } from '../../mail/statement.ts';
import type { Queue } from '../../queue.ts';
import { type Deciding, recordDecision } from './record-decision.ts';

export type MemberMeasure =
  | { readonly action: 'warn' | 'ban'; readonly rule: Rule; readonly facts?: string }
  | { readonly action: 'suspend'; readonly rule: Rule; readonly facts?: string; readonly until: Date };

interface MemberDecision extends Deciding {
  readonly account: string;
  readonly measure: MemberMeasure;
}

/**
 * Carries out a decision, records who took it and why, and mails the member the reasons. Answers the decision's id, or null when
 * there is no such member, or the account was never confirmed and so is shown to no one.
 */
export async function decideMember(db: Db, queue: Queue, decision: MemberDecision): Promise<string | null> {
  const { tenant, account, measure, now } = decision;
  if (measure.action === 'warn') {
    if (!(await isMember(db, tenant, account))) return null;
  } else {
    const until = measure.action === 'suspend' ? measure.until : null;
    if (!(await suspendAccount(db, { tenant, account, until, rule: measure.rule, now }))) return null;
  }
  const id = await recordDecision(db, decision, {
    ...{ account, action: measure.action, reason: measure.rule, facts: measure.facts ?? null },
    until: measure.action === 'suspend' ? measure.until : null,
  });
  await queue.add(db, statementMail, { tenant, decision: id });
  return id;
}

/** Ends a suspension early; null when there is none. */
export async function restoreMember(db: Db, decision: Deciding & { readonly account: string }): Promise<string | null> {
  if (!(await endSuspension(db, decision.tenant, decision.account))) return null;
  return recordDecision(db, decision, { account: decision.account, action: 'restore', reason: null });
}

const isMember = async (db: Db, tenant: number, account: string): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', account)
    .where('status', 'in', ['active', 'suspended'])
    .executeTakeFirst()) !== undefined;
