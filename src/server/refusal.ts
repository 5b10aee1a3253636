// What a handler throws to refuse a call: a code of the contract, with the details its answer carries.
import type { Contract } from '#contract/index';
import type { Calls, CodeOf } from '#contract/endpoint';
import type { FieldCode, SharedCode } from '#contract/errors';

type CodesOf<C extends Calls> = { [Name in keyof C]: CodeOf<C[Name]> }[keyof C];
/** Every code some call of the contract declares for itself. */
export type OwnCode = { [Word in keyof Contract]: CodesOf<Contract[Word]> }[keyof Contract];
export type Code = SharedCode | OwnCode;

export interface RefusalDetail {
  readonly fields?: Readonly<Record<string, FieldCode>>;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
  readonly minutes?: number;
  /** Keeps what the transaction wrote: a counted failure must outlive the refusal. */
  readonly keep?: boolean;
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

/** The HTTP status of each code; the compiler insists that a new code gets one. */
export const STATUS: Readonly<Record<Code, number>> = {
  malformed: 400,
  idempotency_key_required: 400,
  authentication_required: 403,
  forbidden: 403,
  blocked: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  in_progress: 409,
  page_gone: 410,
  too_large: 413,
  unsupported_type: 415,
  unknown_host: 421,
  invalid: 422,
  login_failed: 422,
  unknown_language: 422,
  account_blocked: 429,
  limit_reached: 429,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};
