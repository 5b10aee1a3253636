// A decision that a person took about a member; `operator` names who, `note` is not shown to the member.
import type { PhotoReason } from '#contract/photos';
import type { Rule } from '#contract/safety';
import type { SelfieReason } from '#contract/selfies';
import { SAFETY } from '#domain/limits';
import { hidden, kept, own, OWNER, plain } from '../personal.ts';
import { DAY } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';

export type ModerationAction =
  | ('approve_photo' | 'reject_photo' | 'approve_selfie' | 'reject_selfie')
  | ('no_action' | 'warn' | 'suspend' | 'ban' | 'restore');

export interface ModerationTable {
  tenant: number;
  id: string;
  at: Date;
  operator: string;
  action: ModerationAction;
  /** The member it is about; null for `no_action`, of which the reported member never learns. */
  account: string | null;
  photo: string | null;
  /** Of a photo or a selfie, or the rule that was broken. */
  reason: PhotoReason | SelfieReason | Rule | null;
  note: string | null;
  /** The report it decides, which may be gone. */
  report: Defaulted<string | null>;
  /** The end of a suspension. */
  until: Defaulted<Date | null>;
  /** What the operator tells the member about it. */
  facts: Defaulted<string | null>;
  /** Of a rejected picture, which is then refused. */
  hash: Defaulted<string | null>;
}

const DECISIONS = 'What operators decided can be checked for a while, without the member it was about.';

export const moderation = table<ModerationTable>()({
  // The job may be a day late.
  retention: { column: 'at', keepHours: (SAFETY.keepDecidedDays - 1) * DAY },
  owners: ['account'],
  columns: {
    ...plain('tenant', 'id'),
    ...kept(DECISIONS, true, 'at', 'action', 'reason', 'until'),
    ...kept(DECISIONS, false, 'operator', 'report'),
    ...own('photo', 'facts'),
    ...hidden('The operator’s own words, and the likeness by which the picture is refused.', 'note', 'hash'),
    ...hidden(OWNER, 'account'),
  },
});
