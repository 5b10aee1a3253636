// The error that refuses a call: a code of the contract with details.
import type { Contract } from '#contract/index';
import type { Calls, CodeOf } from '#contract/endpoint';
import type { FieldCode, SharedCode } from '#contract/errors';

type CodesOf<C extends Calls> = { [Name in keyof C]: CodeOf<C[Name]> }[keyof C];
/** Codes declared by single calls of the contract. */
type OwnCode = { [Word in keyof Contract]: CodesOf<Contract[Word]> }[keyof Contract];
export type Code = SharedCode | OwnCode;

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
  premium_required: 403,
  signups_closed: 403,
  check_mail: 403,
  forbidden: 403,
  blocked: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_active: 409,
  email_deleting: 409,
  email_known: 409,
  idempotency_conflict: 409,
  in_progress: 409,
  link_expired: 410,
  page_gone: 410,
  too_large: 413,
  unsupported_type: 415,
  unknown_host: 421,
  invalid: 422,
  login_failed: 422,
  message_too_long: 422,
  unknown_language: 422,
  unknown_method: 422,
  unknown_package: 422,
  yourself: 422,
  account_blocked: 429,
  conversation_limit: 429,
  like_limit: 429,
  limit_reached: 429,
  mail_limit: 429,
  too_many_requests: 429,
  wait: 429,
  internal: 500,
  provider_down: 503,
  unavailable: 503,
};
