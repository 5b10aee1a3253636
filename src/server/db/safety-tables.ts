// Kysely types of the tables for blocks and reports.
import type { ColumnType } from 'kysely';
import type { PhotoReason } from '#contract/photos';
import type { GiftId } from '#contract/chats';
import type { AppealSide } from '#contract/appeals';
import type { Report, Rule, SentReport } from '#contract/safety';
import type { Defaulted } from './tables.ts';

export interface BlockTable {
  tenant: number;
  blocker: string;
  blocked: string;
  at: Defaulted<Date>;
}

/** What a report is about, as it was when it was reported. Times are ISO 8601. */
export interface ReportEvidence {
  readonly profile: { readonly name: string; readonly line: string; readonly about: string | null };
  readonly photo?: { readonly token: string; readonly file: string };
  /** The reported message last, after the messages before it. `mine`: written by the reporter; `deleted`: for both. */
  readonly messages?: readonly {
    readonly mine: boolean;
    readonly text: string;
    readonly gift?: GiftId;
    readonly deleted?: true;
    readonly picture?: { readonly token: string; readonly file: string };
    readonly at: string;
  }[];
}

/**
 * A report; `hash` is of its day and contents, so that a form sent twice is one. `reporter` and `reported` are null once their
 * account is gone; `name` is the reported member's at that time.
 */
export interface ReportTable {
  tenant: number;
  id: string;
  hash: Uint8Array;
  reporter: string | null;
  reported: string | null;
  name: string;
  about: SentReport['about'];
  category: Report['category'];
  text: string;
  evidence: ColumnType<ReportEvidence, string, string>;
  status: Defaulted<SentReport['status']>;
  decision: Defaulted<string | null>;
  decided_at: Defaulted<Date | null>;
  at: Date;
}

export type ModerationAction = 'approve_photo' | 'reject_photo' | 'no_action' | 'warn' | 'suspend' | 'ban' | 'restore';

/** A decision that a person took about a member; `operator` names who, `note` is not shown to the member. */
export interface ModerationTable {
  tenant: number;
  id: string;
  at: Date;
  operator: string;
  action: ModerationAction;
  /** The member it is about; null for `no_action`, of which the reported member never learns. */
  account: string | null;
  photo: string | null;
  /** Of a photo, or the rule that was broken. */
  reason: PhotoReason | Rule | null;
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

/** An appeal against a decision: one by the member it is about, one by who reported them. `answer` is told by mail. */
export interface AppealTable {
  tenant: number;
  id: string;
  decision: string;
  account: string;
  side: AppealSide;
  text: string;
  at: Date;
  outcome: Defaulted<'granted' | 'refused' | null>;
  operator: Defaulted<string | null>;
  answer: Defaulted<string | null>;
  decided_at: Defaulted<Date | null>;
}

/** What a message deleted for both said. `at`: when it was deleted. */
export interface DeletedMessageTable {
  tenant: number;
  conversation: string;
  seq: number;
  sender: string;
  text: string;
  gift: GiftId | null;
  at: Date;
}

/** A complaint; `hash` is of its day and words, so that a form sent twice is one. `account` is the member who was logged in. */
export interface ComplaintTable {
  tenant: number;
  id: string;
  hash: Uint8Array;
  account: string | null;
  email: string;
  language: string;
  subject: string;
  text: string;
  at: Date;
}
