// A measure as staff send it, as the modules take it, and as the log keeps it.
import type { StaffInput } from '#contract/staff';
import { Refusal } from '../../http/refusal.ts';
import type { MemberMeasure } from '../../modules/safety/decide-member.ts';

type Sent = StaffInput<'reports.decide'>['measure'] | StaffInput<'members.decide'>['measure'];

/** Refuses a suspension that is over already. */
export function memberMeasure(measure: Extract<Sent, { rule: unknown }>, now: Date): MemberMeasure {
  const { rule, facts } = measure;
  const reasons = { rule, ...(facts ? { facts } : {}) };
  if (measure.action !== 'suspend') return { action: measure.action, ...reasons };
  const until = new Date(measure.until);
  if (until <= now) throw new Refusal('invalid', { fields: { 'measure.until': 'out_of_range' } });
  return { action: measure.action, ...reasons, until };
}

/** No words: the log outlives the member. */
export const loggedMeasure = (measure: Sent) => ({
  action: measure.action,
  ...('rule' in measure ? { rule: measure.rule } : {}),
  ...('reason' in measure ? { reason: measure.reason } : {}),
  ...('until' in measure ? { until: measure.until } : {}),
});
