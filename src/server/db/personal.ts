// What each column says about a member, and what becomes of it: the erasure and the export go by this list (check E8).
import { DISCOVERY } from './personal-discovery.ts';
import { MONEY } from './personal-money.ts';
import { STAFF } from './personal-staff.ts';
import { type Column, hidden, kept, own, OWNER, type PersonalRule, plain, SECRET, SHORT } from './personal-rules.ts';
import type { Database } from './tables.ts';

const DECISIONS = 'What operators decided can be checked for a while, without the member it was about.';
const OTHERS = 'What another member has written or done.';

export const PERSONAL = {
  account: {
    owners: ['id'],
    columns: {
      ...plain('tenant', 'ledger_version', 'pushes_held_until', 'mails_held', 'mails_sending'),
      ...own('id', 'email', 'status', 'language', 'signup_at', 'paid_user', 'credits', 'notifications_disabled'),
      ...own('accepted_terms_at', 'consented_at', 'consent_withdrawn_at', 'tracking', 'activation_asked_at'),
      ...own('deleted_at', 'deletion_reason', 'deletion_remarks', 'reset_asked_at', 'login_mails_at'),
      ...own('signup_member'),
      ...own('login_after_confirming', 'signup_steps', 'quiet_from', 'quiet_to', 'quick_exit'),
      ...own('suspended_until', 'suspended_for', 'mailed_at', 'confirmed_at', 'new_email', 'new_email_until'),
      ...hidden(SECRET, 'password_hash'),
      ...hidden('The address once more, as it is compared.', 'email_key'),
    },
  },
  profile: {
    owners: ['id'],
    columns: {
      ...plain('tenant', 'fictional'),
      ...own('id', 'name', 'gender', 'sexuality', 'birth_date', 'country', 'region', 'city', 'line', 'about'),
      ...own('looking_for', 'hair_colour', 'eye_colour', 'body_type', 'relationship_status', 'tattoos', 'interests'),
      ...own('status', 'account_status', 'reachable', 'visible', 'show_to_visitors', 'last_active', 'main_photo'),
      ...own('name_changed_at', 'gender_changed_at', 'birth_date_changed_at'),
    },
  },
  photo: {
    owners: ['profile'],
    columns: {
      ...plain('tenant', 'position'),
      ...own('id', 'token', 'private', 'status', 'reason', 'at'),
      ...hidden('Where the picture lies, and its likeness; the picture is in the export itself.', 'file', 'hash'),
      ...hidden(OWNER, 'profile'),
    },
  },
  session: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('created_at', 'expires_at', 'seen_at', 'client', 'country'),
      ...hidden(SECRET, 'token_hash'),
      ...hidden(OWNER, 'account'),
    },
  },
  block: {
    owners: ['blocker'],
    columns: { ...plain('tenant'), ...own('blocked', 'at'), ...hidden(OWNER, 'blocker') },
  },
  report: {
    owners: ['reporter'],
    columns: {
      ...plain('tenant', 'hash'),
      ...kept('Evidence until a person has decided, for two years at most.', true, 'id', 'name', 'about', 'category'),
      ...kept('Evidence until a person has decided, for two years at most.', true, 'text', 'status', 'decision', 'at'),
      ...kept('Evidence until a person has decided, for two years at most.', true, 'decided_at'),
      ...kept(OTHERS, false, 'evidence'),
      ...hidden(OWNER, 'reporter'),
      ...hidden('The reported member, whose name is in the export.', 'reported'),
    },
  },
  member_like: {
    owners: ['liker'],
    columns: { ...plain('tenant'), ...own('liked', 'at'), ...hidden(OWNER, 'liker'), ...hidden(OTHERS, 'seen') },
  },
  conversation: {
    owners: ['one', 'two'],
    columns: {
      ...plain('tenant', 'last_seq'),
      ...own('id', 'one', 'two', 'starter', 'created_at', 'last_at'),
      ...hidden('Counts of both sides, of which one is of the other member.', 'one_unread', 'two_unread'),
      ...hidden('Counts of both sides, of which one is of the other member.', 'one_read', 'two_read'),
      ...hidden('Up to where each side deleted it for themselves.', 'one_deleted_to', 'two_deleted_to'),
    },
  },
  message: {
    owners: ['sender'],
    columns: {
      ...plain('tenant', 'client_id'),
      ...own('conversation', 'seq', 'text', 'at', 'cost', 'gift', 'picture', 'deleted'),
      ...hidden(OWNER, 'sender'),
    },
  },
  held_message: {
    owners: ['sender'],
    columns: {
      ...plain('tenant', 'id', 'client_id'),
      ...own('conversation', 'text', 'at', 'gift', 'picture'),
      ...hidden(OWNER, 'sender'),
    },
  },
  chat_picture: {
    owners: ['sender'],
    columns: {
      ...plain('tenant'),
      ...own('token', 'conversation', 'at'),
      ...hidden('Where the picture lies, and its likeness; the picture is in the export itself.', 'file', 'hash'),
      ...hidden(OWNER, 'sender'),
    },
  },
  deleted_message: {
    owners: ['sender'],
    columns: {
      ...plain('tenant', 'conversation', 'seq', 'at'),
      ...hidden(SHORT, 'text', 'gift'),
      ...hidden(OWNER, 'sender'),
    },
  },
  notification: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('type', 'wanted', 'push_wanted', 'chosen_at', 'sent_at'),
      ...hidden(OWNER, 'account'),
    },
  },
  visit: {
    owners: ['account'],
    columns: { ...plain('tenant'), ...own('profile', 'day'), ...hidden(OWNER, 'account') },
  },
  mail_token: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('purpose', 'email', 'created_at', 'expires_at', 'used_at'),
      ...hidden(SECRET, 'hash'),
      ...hidden(OWNER, 'account'),
    },
  },
  passkey: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'counter'),
      ...own('id', 'name', 'created_at', 'used_at'),
      ...hidden('What a login is checked with.', 'public_key'),
      ...hidden(OWNER, 'account'),
    },
  },
  passkey_challenge: {
    owners: ['account'],
    columns: { ...plain('tenant', 'expires_at'), ...hidden(SECRET, 'hash'), ...hidden(OWNER, 'account') },
  },
  data_export: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('requested_at', 'made_at', 'expires_at'),
      ...hidden('An export itself.', 'file'),
      ...hidden(OWNER, 'account'),
    },
  },
  complaint: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'hash'),
      ...kept('A complaint is kept for two years.', true, 'id', 'email', 'language', 'subject', 'text', 'at'),
      ...hidden(OWNER, 'account'),
    },
  },
  push_subscription: {
    owners: ['account'],
    columns: {
      ...plain('tenant'),
      ...own('details', 'pushed_at'),
      ...hidden('With it anyone can send to the device.', 'endpoint', 'p256dh', 'auth'),
      ...hidden(SECRET, 'session'),
      ...hidden(OWNER, 'account'),
    },
  },
  moderation: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'id'),
      ...kept(DECISIONS, true, 'at', 'action', 'photo', 'reason', 'until', 'facts'),
      ...kept(DECISIONS, false, 'operator', 'note', 'hash', 'report'),
      ...hidden(OWNER, 'account'),
    },
  },
  appeal: {
    owners: ['account'],
    columns: {
      ...plain('tenant', 'id', 'decision'),
      ...own('side', 'text', 'at', 'outcome', 'answer', 'decided_at'),
      ...hidden('Who decided at the operator.', 'operator'),
      ...hidden(OWNER, 'account'),
    },
  },
  stray_photo: {
    owners: [],
    columns: { ...plain('tenant', 'at', 'arriving', 'in_chat'), ...kept(SHORT, false, 'file', 'uploader') },
  },
  idempotency: {
    owners: ['caller'],
    columns: {
      ...plain('tenant', 'route', 'key', 'day', 'body_hash', 'status'),
      ...hidden(SHORT, 'caller', 'body'),
    },
  },
  event: {
    owners: ['account'],
    columns: { ...plain('tenant', 'id', 'at'), ...hidden(SHORT, 'account', 'session', 'body') },
  },
  login_failure: {
    owners: [],
    columns: { ...plain('tenant', 'failures', 'level'), ...kept(SHORT, false, 'key', 'failed_at', 'blocked_until') },
  },
  attempt_budget: { owners: [], columns: { ...plain('tenant', 'spent_until'), ...kept(SHORT, false, 'key') } },
  disclosure: { owners: [], columns: { ...plain('tenant', 'at'), ...kept(SHORT, false, 'caller', 'address') } },
  daily_count: { owners: [], columns: { ...plain('tenant', 'day', 'count'), ...kept(SHORT, false, 'key') } },
  unverified_mail: { owners: [], columns: { ...plain('day', 'count'), ...kept(SHORT, false, 'address') } },
  mailing: { owners: [], columns: plain('tenant', 'id', 'type', 'texts', 'created_at') },
  notification_sweep: { owners: [], columns: plain('tenant', 'swept_to') },
  trust_count: {
    owners: [],
    columns: {
      ...plain('tenant', 'counted_at', 'median_minutes', 'decided', 'received', 'answered', 'refunded'),
      ...plain('profiles', 'fictional'),
    },
  },
  server_secret: { owners: [], columns: plain('name', 'secret') },
  ...STAFF,
  partition_rule: { owners: [], columns: plain('parent', 'period', 'least_days') },
  ...DISCOVERY,
  ...MONEY,
} as const satisfies { readonly [Name in keyof Database]: PersonalRule<Database[Name]> };

export type PersonalTable = keyof typeof PERSONAL;

/** The columns of a table in the export. */
export const exportedColumns = (table: PersonalTable): string[] =>
  Object.entries<Column>(PERSONAL[table].columns)
    .filter(([, column]) => column.isPersonal && column.isExported)
    .map(([name]) => name);
