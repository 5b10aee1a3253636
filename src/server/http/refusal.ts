// The error that refuses a call: a code of the contract with details.
import type { Contract } from '#contract/index';
import type { Calls, CodeOf } from '#contract/endpoint';
import type { FieldCode, SharedCode } from '#contract/errors';
import type { StaffCode } from '#contract/staff-call';

type CodesOf<C extends Calls> = { [Name in keyof C]: CodeOf<C[Name]> }[keyof C];
/** Codes declared by single calls of the contract. */
type OwnCode = { [Word in keyof Contract]: CodesOf<Contract[Word]> }[keyof Contract];
export type Code = SharedCode | OwnCode | StaffCode;

export interface RefusalDetail {
  readonly fields?: Readonly<Record<string, FieldCode>>;
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  readonly minutes?: number;
  /** Whole credits: the price and the balance. */
  readonly needed?: number;
  readonly balance?: number;
  /** The allowed number. */
  readonly limit?: number;
  /** The id of a payment that is in the way. */
  readonly payment?: string;
  /** The ids of unpaid orders without which the new one could be placed. */
  readonly payments?: readonly string[];
  /** The end of a suspension, or of the time to come back (ISO 8601), and the rule that was broken. */
  readonly until?: string;
  readonly rule?: string;
  /** Commits the transaction despite the refusal, such as for a counted failure. */
  readonly commitAnyway?: boolean;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly detail: RefusalDetail;
  constructor(code: Code, detail: RefusalDetail = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** HTTP status of each code; a new code without one does not compile. */
export const STATUS: Readonly<Record<Code, number>> = {
  malformed: 400,
  idempotency_key_required: 400,
  not_enough_credits: 402,
  authentication_required: 403,
  account_closed: 403,
  account_suspended: 403,
  photo_premium: 403,
  premium_required: 403,
  signups_closed: 403,
  check_mail: 403,
  join_again: 403,
  consent_required: 403,
  forbidden: 403,
  blocked: 403,
  blocked_by_you: 403,
  debit_blocked: 403,
  debit_unconfirmed: 403,
  no_card: 409,
  order_unresolved: 409,
  not_found: 404,
  email_unconfirmed: 403,
  code_unknown: 404,
  email_unknown: 404,
  method_not_allowed: 405,
  upload_stalled: 408,
  already_active: 409,
  already_decided: 409,
  appeal_sent: 409,
  cannot_log_in: 409,
  code_in_order: 409,
  spend_in_order: 409,
  spend_limit: 409,
  code_used: 409,
  confirm_first: 409,
  delete_too_late: 409,
  email_deleting: 409,
  email_known: 409,
  idempotency_conflict: 409,
  in_progress: 409,
  main_photo_needed: 409,
  member_gone: 409,
  nothing_unused: 409,
  passkey_limit: 409,
  photo_gone: 409,
  photo_revealing: 409,
  search_limit: 409,
  photo_limit: 409,
  price_changed: 409,
  same_person: 409,
  withdrawal_over: 409,
  appeal_over: 410,
  code_expired: 410,
  gesture_over: 410,
  link_expired: 410,
  page_gone: 410,
  unknown_link: 410,
  too_large: 413,
  photo_heic: 415,
  photo_kind: 415,
  voice_kind: 415,
  unsupported_type: 415,
  unknown_host: 421,
  invalid: 422,
  passkey_failed: 422,
  code_country: 422,
  debit_code: 422,
  code_method: 422,
  code_minimum: 422,
  login_failed: 422,
  message_too_long: 422,
  photo_broken: 422,
  voice_broken: 422,
  voice_long: 422,
  photo_pixels: 422,
  photo_rejected_before: 422,
  photo_of_another: 422,
  photo_small: 422,
  unknown_language: 422,
  unknown_method: 422,
  unknown_package: 422,
  yourself: 422,
  account_blocked: 429,
  block_limit: 429,
  conversation_limit: 429,
  debit_limit: 429,
  export_limit: 429,
  like_limit: 429,
  limit_reached: 429,
  mail_limit: 429,
  repeat_limit: 429,
  report_limit: 429,
  reset_limit: 429,
  swipe_limit: 429,
  too_many_requests: 429,
  wait: 429,
  internal: 500,
  provider_down: 503,
  unavailable: 503,
};
