// Kysely types of the tables. Every row belongs to one tenant (a niche's number), enforced by row-level security.
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

/** A column with a default value. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type AccountStatus = 'not_confirmed' | 'active' | 'pending_deletion' | 'suspended';
export type ProfileStatus = 'active' | 'disabled';
export type PhotoStatus = 'pending' | 'active' | 'rejected';

/** An account that may log in. `email` is as typed; `email_key` is unique per tenant (see `emailKey`). */
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
  /** `version` of the account's last ledger entry. */
  ledger_version: Defaulted<number>;
  notifications_disabled: Defaulted<string[]>;
  accepted_terms_at: Defaulted<Date | null>;
  consented_at: Defaulted<Date | null>;
  /** The member's traffic source, as `Tracking` of domain/tracking. */
  tracking: Defaulted<Tracking | null>;
  /** When an activation mail was last requested. */
  activation_asked_at: Defaulted<Date | null>;
  /** Whether login is blocked until the address is confirmed. */
  login_after_confirming: Defaulted<boolean>;
}

/**
 * A member's public data; `id` is the account's. `birth_date` is `YYYY-MM-DD`, `region` like `NL-UT`. Only a
 * `reachable` profile is shown or contacted: it and its account are active. The database copies `account_status`.
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
  /** Whether the member opted in to visitors' previews. */
  show_to_visitors: Defaulted<boolean>;
  last_active: Defaulted<Date>;
  main_photo: string | null;
}

/** A photo. `token` is its random public name (32 hex digits), `file` its stored base name. */
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

/** A session, stored by the SHA-256 of its cookie. */
export interface SessionTable {
  tenant: number;
  token_hash: Uint8Array;
  account: string;
  created_at: Defaulted<Date>;
  expires_at: Date;
  seen_at: Defaulted<Date>;
  client: Defaulted<string>;
}

/** Failed logins by key (account and address); `level` counts the blocks so far. */
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

/** Counter of an action on a UTC day. */
export interface DailyCountTable {
  tenant: number;
  key: string;
  day: string;
  count: number;
}

/** Profiles a member opened on a day; opening one twice counts once. */
export interface VisitTable {
  tenant: number;
  account: string;
  profile: string;
  day: string;
}

/**
 * Stored answers of calls with an Idempotency-Key, partitioned by `day` (UTC). `caller` is an account, or the nil UUID
 * for all visitors, whose `key` is hashed with their address.
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

/** Live events, partitioned by the day of `at` (UTC), kept for a day for resuming. `session` limits one to a login. */
export interface EventTable {
  tenant: number;
  id: GeneratedAlways<number>;
  account: string;
  session: Uint8Array | null;
  body: JSONColumnType<LiveEvent>;
  at: Defaulted<Date>;
}

/** A disclosure whether an address has an account. `caller` is an IP or a /64, `address` a SHA-256. */
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
  /** When the link confirmed the address. It keeps working afterwards. */
  used_at: Defaulted<Date | null>;
}

/** Mails per day to an unconfirmed address over all tenants; `address` is a keyed hash. */
export interface UnverifiedMailTable {
  address: Uint8Array;
  day: string;
  count: number;
}

/** Secrets shared by all processes, by purpose. */
export interface ServerSecretTable {
  name: string;
  secret: Uint8Array;
}

/** Spent attempts: each one advances `spent_until`, and time refills the budget. */
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

/** A complaint. `hash` covers day and contents, so that a resubmitted form is stored once. */
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
  attempt_budget: AttemptBudgetTable;
  member_like: MemberLikeTable;
  conversation: ConversationTable;
  message: MessageTable;
  held_message: HeldMessageTable;
  ledger: LedgerTable;
  payment: PaymentTable;
  webhook_event: WebhookEventTable;
}
