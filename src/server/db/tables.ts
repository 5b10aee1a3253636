// The tables as Kysely types: every row belongs to one tenant (a niche's number), and row-level security holds it there.
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';
import type { LiveEvent } from '#contract/events';
import type { Tracking } from '#domain/tracking';
import type {
  ConversationTable,
  HeldMessageTable,
  LedgerTable,
  MessageTable,
  PaymentTable,
  WebhookEventTable,
} from './business-tables.ts';
import type { PartitionRuleTable, ServerSecretTable } from './system-tables.ts';

/** A column the database fills in when an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type AccountStatus = 'not_confirmed' | 'active' | 'pending_deletion' | 'suspended';
export type ProfileStatus = 'active' | 'disabled';
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
  paid_user: Defaulted<boolean>;
  credits: Defaulted<number>;
  /** The `version` of the account's last entry in the ledger. */
  ledger_version: Defaulted<number>;
  notifications_disabled: Defaulted<string[]>;
  accepted_terms_at: Defaulted<Date | null>;
  consented_at: Defaulted<Date | null>;
  /** The traffic source that brought the member, as `Tracking` of domain/tracking. */
  tracking: Defaulted<Tracking | null>;
  /** When the activation mail was last asked for. */
  activation_asked_at: Defaulted<Date | null>;
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
}

/** Failed logins by key (account and address together); `level` counts the blocks so far. */
export interface LoginFailureTable {
  tenant: number;
  key: string;
  failures: number;
  level: number;
  failed_at: Date;
  blocked_until: Date | null;
}

export interface BlockTable {
  tenant: number;
  blocker: string;
  blocked: string;
}

/** How often something happened on a day, for limits per day. */
export interface DailyCountTable {
  tenant: number;
  key: string;
  day: string;
  count: number;
}

/** Which profiles a member opened on a day, so that opening one twice counts once. */
export interface VisitTable {
  tenant: number;
  account: string;
  profile: string;
  day: string;
}

/**
 * Answers given to calls that carried an Idempotency-Key, partitioned by `day` (UTC). `caller` is an account, or for all visitors
 * the nil UUID: their `key` is hashed together with their address.
 */
export interface IdempotencyTable {
  tenant: number;
  caller: string;
  route: string;
  key: string;
  day: string;
  body_hash: Uint8Array;
  status: number;
  body: string | null;
}

/** Live events, partitioned by the day of `at` (UTC) and kept a day so that a connection can resume. `session` narrows one to the tabs of one login. */
export interface EventTable {
  tenant: number;
  id: GeneratedAlways<number>;
  account: string;
  session: Uint8Array | null;
  body: JSONColumnType<LiveEvent>;
  at: Defaulted<Date>;
}

/** That a visitor was told whether an address has an account: `caller` is an IP or a /64, `address` a SHA-256. */
export interface DisclosureTable {
  tenant: number;
  caller: string;
  address: Uint8Array;
  at: Date;
}

/** A mailed link, by the SHA-256 of its token. */
export interface MailTokenTable {
  tenant: number;
  hash: Uint8Array;
  account: string;
  purpose: 'activation';
  created_at: Date;
  expires_at: Date;
  /** When it confirmed the address; the same link then goes on ending well. */
  used_at: Defaulted<Date | null>;
}

/** Mails of a day to an unconfirmed address, of all tenants together; `address` is a keyed hash. */
export interface UnverifiedMailTable {
  address: Uint8Array;
  day: string;
  count: number;
}

/** What attempts have used up: each moves `spent_until` on, and time gives it back. */
export interface AttemptBudgetTable {
  tenant: number;
  key: string;
  spent_until: Date;
}

export interface MemberLikeTable {
  tenant: number;
  liker: string;
  liked: string;
  at: Date;
  seen: Defaulted<boolean>;
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

export interface Database {
  account: AccountTable;
  profile: ProfileTable;
  photo: PhotoTable;
  session: SessionTable;
  login_failure: LoginFailureTable;
  block: BlockTable;
  daily_count: DailyCountTable;
  visit: VisitTable;
  idempotency: IdempotencyTable;
  event: EventTable;
  disclosure: DisclosureTable;
  complaint: ComplaintTable;
  mail_token: MailTokenTable;
  unverified_mail: UnverifiedMailTable;
  server_secret: ServerSecretTable;
  partition_rule: PartitionRuleTable;
  attempt_budget: AttemptBudgetTable;
  member_like: MemberLikeTable;
  conversation: ConversationTable;
  message: MessageTable;
  held_message: HeldMessageTable;
  ledger: LedgerTable;
  payment: PaymentTable;
  webhook_event: WebhookEventTable;
}
