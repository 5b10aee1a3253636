// An example row of each table whose rows belong to a member or expire: with them the export, the erasure and the deletion are tested.
import type { Insertable } from 'kysely';
import { STAFF_TENANT } from '#domain/staff';
import { hashToken } from '#server/auth/sessions';
import type { Database, TABLES } from '#server/db/tables/index';
import { siteAt } from './server.ts';

type Table = keyof Database;
/** Tables whose rows are deleted when the time in one of their columns is over. */
export type ExpiringTable = {
  [Name in Table]: (typeof TABLES)[Name]['retention'] extends { column: string } ? Name : never;
}[Table];
type OwnedTable = { [Name in Table]: (typeof TABLES)[Name]['owners'] extends readonly [] ? never : Name }[Table];
/** Calls of `holdEverything` leave rows in them (tests/support/everything-held.ts). */
type FilledByCalls =
  | ('account' | 'profile' | 'photo' | 'block' | 'member_like' | 'notification')
  | ('conversation' | 'message' | 'ledger' | 'event' | 'idempotency');

export interface Example {
  /** The time in the column by which the row expires. */
  readonly at: Date;
  /** The member, or the staff account, whose row it is. */
  readonly account: string;
  readonly conversation: string;
  /** Rows of one member share it: an appeal is about a decision, a push subscription belongs to a session. */
  readonly id: string;
}
type ExampleRows = {
  readonly [Name in ExpiringTable | Exclude<OwnedTable, FilledByCalls>]: (of: Example) => Insertable<Database[Name]>;
};

const tenant = siteAt(0).id;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const someDay = new Date('2026-01-02T03:04:05Z');
const hex = (id: string): string => id.replaceAll('-', '');

/** A row comes after those that it refers to. */
export const EXAMPLE_ROWS: ExampleRows = {
  session: ({ at, account, id }) => ({ tenant, account, token_hash: hashToken(id), expires_at: at }),
  push_subscription: ({ account, id }) => ({
    ...{ tenant, account, session: hashToken(id), endpoint: `https://push.example/${account}`, p256dh: 'x', auth: 'x' },
    pushed_at: someDay,
  }),
  staff_session: ({ at, account, id }) => ({
    ...{ tenant: STAFF_TENANT, staff: account, token_hash: hashToken(id), created_at: at, seen_at: at, expires_at: at },
  }),
  passkey: ({ account, id }) => ({
    ...{ tenant, account, id, name: 'My phone', public_key: hashToken('key'), counter: 0, created_at: someDay },
  }),
  passkey_challenge: ({ at, account, id }) => ({ tenant, account, hash: hashToken(id), expires_at: at }),
  mail_token: ({ at, account, id }) => ({
    ...{ tenant, account, hash: hashToken(id), purpose: 'email', email: 'next@example.test' },
    ...{ created_at: someDay, expires_at: at },
  }),
  data_export: ({ at, account }) => ({ tenant, account, requested_at: at, expires_at: at }),
  login_failure: ({ at, id }) => ({ tenant, key: id, failures: 1, level: 0, failed_at: at, blocked_until: null }),
  attempt_budget: ({ at, id }) => ({ tenant, key: id, spent_until: at }),
  disclosure: ({ at, id }) => ({ tenant, caller: id, address: hashToken(id), at }),
  pending_signup: ({ at, id }) => ({ tenant, id, at, password_hash: 'scrypt', form: JSON.stringify({ email: id }) }),
  daily_count: ({ at, id }) => ({ tenant, key: id, day: dayOf(at), count: 1 }),
  unverified_mail: ({ at, id }) => ({ address: hashToken(id), day: dayOf(at), count: 1 }),
  visit: ({ at, account, id }) => ({ tenant, account, profile: id, day: dayOf(at) }),
  swipe: ({ at, account, id }) => ({ tenant, account, profile: id, liked: false, at, counts_until: null }),
  withdrawn_like: ({ at, account, id }) => ({ tenant, liker: account, liked: id, at, seen: false, withdrawn_at: at }),
  saved_search: ({ account, id }) => ({
    ...{ tenant, account, id, name: 'My search', filters: '{}' },
    ...{ created_at: someDay, news_from: someDay, news_to: someDay },
  }),
  finder_answers: ({ account }) => ({ tenant, account, answers: '{}', consented_at: someDay }),
  held_message: ({ account, conversation, id }) => ({
    ...{ tenant, conversation, sender: account, client_id: id, text: 'Held back', at: someDay },
  }),
  deleted_message: ({ at, account, conversation }) => ({
    ...{ tenant, conversation, seq: 1, sender: account, text: 'Taken back', gift: null, at },
  }),
  reaction: ({ account, conversation }) => ({ tenant, conversation, seq: 2, account, kind: 'heart', at: someDay }),
  chat_picture: ({ account, conversation, id }) => ({
    ...{ tenant, conversation, sender: account, token: hex(account), file: hex(id), at: someDay },
  }),
  chat_voice: ({ account, conversation, id }) => ({
    ...{ tenant, conversation, sender: account, name: `${hex(id)}-7-webm`, file: hex(id), at: someDay },
  }),
  selfie: ({ at, account, id }) => ({ tenant, account, id, file: hex(account), gesture: 'thumb_up', at }),
  report: ({ at, account, id }) => ({
    ...{
      tenant,
      id,
      hash: hashToken(`report ${id}`),
      reporter: account,
      reported: null,
      name: 'Gone',
      about: 'member',
    },
    ...{ category: 'else', text: '', evidence: JSON.stringify({ profile: { name: 'Gone', line: '', about: null } }) },
    at,
  }),
  moderation: ({ at, account, id }) => ({
    ...{ tenant, id, at, operator: 'Kim', action: 'approve_photo', account, photo: null, reason: null, note: null },
  }),
  appeal: ({ account, id }) => ({
    ...{ tenant, id, decision: id, account, side: 'member', text: 'It was not me', at: someDay },
  }),
  complaint: ({ at, account, id }) => ({
    ...{
      tenant,
      id,
      hash: hashToken(`complaint ${id}`),
      account,
      email: 'old@example.test',
      language: 'en',
      subject: 'else',
    },
    ...{ text: 'It is too dark', at },
  }),
  mailing: ({ at, id }) => ({ tenant, id, type: 'news', texts: '{}', created_at: at }),
  payment: ({ account, id }) => ({
    ...{ tenant, id, account, package: '35', credits: 35, amount: 3999, currency: 'EUR', vat: 21, method: 'ideal' },
    ...{ country: 'NL', discount_code: null, provider: 'sandbox', provider_ref: null, redirect: null },
    ...{ status: 'cancelled', created_at: someDay, updated_at: someDay, check_at: null },
  }),
  stored_card: ({ account }) => ({
    ...{ tenant, account, provider: 'sandbox', token: 'card-token', method: 'creditcard', brand: 'visa' },
    ...{ last_four: '4242', saved_at: someDay },
  }),
  spend_limit: ({ account }) => ({
    ...{ tenant, account, currency: 'EUR', daily: 5000, daily_next: null, daily_next_at: null },
    ...{ monthly: null, monthly_next: null, monthly_next_at: null },
  }),
  debit_mandate: ({ at, account, id }) => ({
    ...{ tenant, account, reference: hex(id), holder: 'Anna Bloom', iban: hashToken('iban'), iban_hash: hashToken(id) },
    ...{ last_four: '4300', street: 'Street 1', postcode: '1012 AB', city: 'Amsterdam', country: 'NL' },
    ...{ phone: '+31612345678', language: 'en', begun_at: at, signed_at: at, payment: id, kept_until: at },
  }),
  discount_code: ({ account, id }) => ({
    ...{ tenant, code: id.slice(0, 8).toUpperCase(), account, value_percentage: 25, validity: 'once' },
    created_at: someDay,
  }),
  discount_use: ({ account, id }) => ({ tenant, holder: account, code: id.slice(0, 8), payment: id, at: someDay }),
};
