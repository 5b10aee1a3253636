// The tables as Kysely types: every row belongs to one tenant (a niche's number), and row-level security holds it there.
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PhotoReason } from '#contract/photos';
import type { Rule } from '#contract/safety';
import type { Tracking } from '#domain/tracking';
import type { BusinessTables } from './business-tables.ts';
import type { DiscountCodeTable, DiscountUseTable } from './discount-tables.ts';
import type { TrustCountTable } from './figures-tables.ts';
import type { FinderAnswersTable, MemberLikeTable, SavedSearchTable, SwipeTable } from './discovery-tables.ts';
import type {
  MailingTable,
  NotificationSweepTable,
  NotificationTable,
  PushSubscriptionTable,
} from './notification-tables.ts';
import type {
  AttemptBudgetTable,
  DataExportTable,
  DisclosureTable,
  LoginFailureTable,
  MailTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  UnverifiedMailTable,
} from './identity-tables.ts';
import type {
  AppealTable,
  BlockTable,
  ComplaintTable,
  DeletedMessageTable,
  ModerationTable,
  ReportTable,
} from './safety-tables.ts';
import type { DailyCountTable, EventTable, IdempotencyTable, VisitTable } from './call-tables.ts';
import type { AuditLogTable, ClosedMatterTable, StaffAccountTable, StaffSessionTable } from './staff-tables.ts';
import type { PartitionRuleTable, ServerSecretTable } from './system-tables.ts';

/** A column the database fills in when an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type AccountStatus = 'not_confirmed' | 'active' | 'pending_deletion' | 'suspended';
/** `no_consent`: hidden until the member consents again to the use of sensitive data. */
export type ProfileStatus = 'active' | 'disabled' | 'no_consent';
export type PhotoStatus = 'pending' | 'active' | 'rejected';

/** Who may log in. `email` is as typed, `email_key` is what must be unique in a tenant (see `emailKey`). */
export interface AccountTable {
  tenant: number;
  id: string;
  email: string;
  email_key: string;
  password_hash: string;
  status: AccountStatus;
  language: string;
  signup_at: Defaulted<Date>;
  /** Null before, and for accounts that never had to confirm. */
  confirmed_at: Defaulted<Date | null>;
  paid_user: Defaulted<boolean>;
  credits: Defaulted<number>;
  /** The `version` of the account's last entry in the ledger. */
  ledger_version: Defaulted<number>;
  notifications_disabled: Defaulted<string[]>;
  /** Quiet hours in minutes since midnight, by the clock of the member's place; both null without any. */
  quiet_from: Defaulted<number | null>;
  quiet_to: Defaulted<number | null>;
  /** Until when the member's pushes wait because of them. */
  pushes_held_until: Defaulted<Date | null>;
  /** Types of notification mails that wait to be told together, those on their way, and when such a mail was last sent. */
  mails_held: Defaulted<string[]>;
  mails_sending: Defaulted<string[]>;
  mailed_at: Defaulted<Date | null>;
  /** Whether pressing Escape three times leaves the site. */
  quick_exit: Defaulted<boolean>;
  accepted_terms_at: Defaulted<Date | null>;
  consented_at: Defaulted<Date | null>;
  /** Null unless the consent was withdrawn and not given again. */
  consent_withdrawn_at: Defaulted<Date | null>;
  /** The traffic source that brought the member, as `Tracking` of domain/tracking. */
  tracking: Defaulted<Tracking | null>;
  /** When the activation mail was last asked for. */
  activation_asked_at: Defaulted<Date | null>;
  /** When the member asked for the deletion, and why; null otherwise. */
  deleted_at: Defaulted<Date | null>;
  deletion_reason: Defaulted<string | null>;
  deletion_remarks: Defaulted<string | null>;
  /** The end of a suspension and the rule that was broken; a suspended account without an end is closed for good. */
  suspended_until: Defaulted<Date | null>;
  suspended_for: Defaulted<Rule | null>;
  /** The address that is to be confirmed before it replaces `email`; null without a change, or after it was cancelled or has expired. */
  new_email: Defaulted<string | null>;
  /** When its link expires; it is not shown any more then, and deleted within a day. */
  new_email_until: Defaulted<Date | null>;
  /** When links to set a new password were asked for, within the last day. */
  reset_asked_at: Defaulted<Date[]>;
  /** When links that log in were mailed, within the last day. */
  login_mails_at: Defaulted<Date[]>;
  /** The member whose page led to the signup, while that profile exists. */
  signup_member: Defaulted<string | null>;
  /** The steps after joining that are answered or skipped, as `signupSteps` of contract/signup. */
  signup_steps: Defaulted<string[]>;
  /** Whether logging in is refused before the address is confirmed. */
  login_after_confirming: Defaulted<boolean>;
}

/**
 * What others see of a member; `id` is the account's. `birth_date` is `YYYY-MM-DD`, `region` like `NL-UT`. Only a `reachable` profile is shown
 * to other members or written to: it is active and so is its account. The database keeps `account_status` equal to the account's.
 */
export interface ProfileTable {
  tenant: number;
  id: string;
  name: string;
  gender: string;
  sexuality: string;
  birth_date: string;
  country: string;
  region: string | null;
  city: string | null;
  line: Defaulted<string>;
  about: string | null;
  looking_for: string | null;
  hair_colour: string | null;
  eye_colour: string | null;
  body_type: string | null;
  relationship_status: string | null;
  tattoos: string | null;
  interests: Defaulted<string[]>;
  fictional: Defaulted<boolean>;
  status: Defaulted<ProfileStatus>;
  account_status: GeneratedAlways<AccountStatus>;
  reachable: GeneratedAlways<boolean>;
  visible: Defaulted<boolean>;
  /** Whether the member chose to be previewed to people who are not logged in. */
  show_to_visitors: Defaulted<boolean>;
  last_active: Defaulted<Date>;
  main_photo: string | null;
  /** When a confirmed member last changed it; null when never (decisions A-changes). */
  name_changed_at: Defaulted<Date | null>;
  gender_changed_at: Defaulted<Date | null>;
  birth_date_changed_at: Defaulted<Date | null>;
}

/** A picture. `token` is its random public name (32 hex digits); `file` the stored base name, which demo members share. */
export interface PhotoTable {
  tenant: number;
  id: string;
  profile: string;
  token: string;
  file: string;
  private: Defaulted<boolean>;
  status: Defaulted<PhotoStatus>;
  position: Defaulted<number>;
  /** Why it is rejected; null for any other photo. */
  reason: Defaulted<PhotoReason | null>;
  /** Of what it looks like, as 64 bits; null for demo photos. */
  hash: Defaulted<string | null>;
  at: Defaulted<Date>;
}

/**
 * Stored files that no photo owns: of an upload that is under way, or whose photo is gone. A job deletes them. `uploader` is the
 * member while it counts against the number of photos.
 */
export interface StrayPhotoTable {
  tenant: number;
  file: string;
  uploader: string | null;
  at: Date;
  /** The bytes of its upload are still on their way. */
  arriving: ColumnType<boolean, boolean | undefined>;
  /** It is to be a picture in a chat, not one of the member's own photos. */
  in_chat: ColumnType<boolean, boolean | undefined>;
}

/** A login. Only the SHA-256 of its cookie is stored. */
export interface SessionTable {
  tenant: number;
  token_hash: Uint8Array;
  account: string;
  created_at: Defaulted<Date>;
  expires_at: Date;
  seen_at: Defaulted<Date>;
  client: Defaulted<string>;
  /** Where the login came from, as ISO 3166-1 alpha-2, if known. */
  country: Defaulted<string | null>;
}

export interface Database extends BusinessTables {
  account: AccountTable;
  profile: ProfileTable;
  photo: PhotoTable;
  stray_photo: StrayPhotoTable;
  session: SessionTable;
  login_failure: LoginFailureTable;
  block: BlockTable;
  report: ReportTable;
  moderation: ModerationTable;
  deleted_message: DeletedMessageTable;
  appeal: AppealTable;
  daily_count: DailyCountTable;
  visit: VisitTable;
  idempotency: IdempotencyTable;
  event: EventTable;
  disclosure: DisclosureTable;
  complaint: ComplaintTable;
  mail_token: MailTokenTable;
  data_export: DataExportTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  unverified_mail: UnverifiedMailTable;
  server_secret: ServerSecretTable;
  partition_rule: PartitionRuleTable;
  attempt_budget: AttemptBudgetTable;
  member_like: MemberLikeTable;
  swipe: SwipeTable;
  finder_answers: FinderAnswersTable;
  saved_search: SavedSearchTable;
  discount_code: DiscountCodeTable;
  discount_use: DiscountUseTable;
  notification: NotificationTable;
  mailing: MailingTable;
  notification_sweep: NotificationSweepTable;
  push_subscription: PushSubscriptionTable;
  trust_count: TrustCountTable;
  staff_account: StaffAccountTable;
  staff_session: StaffSessionTable;
  audit_log: AuditLogTable;
  closed_matter: ClosedMatterTable;
}
