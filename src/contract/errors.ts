// The error shape of every refused call, and the codes shared by all calls.
import * as z from 'zod/mini';

/** Codes any call may answer. Each has a text in every language's errors.json. */
export const sharedCodes = [
  'malformed',
  'invalid',
  'authentication_required',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'idempotency_conflict',
  'idempotency_key_required',
  'in_progress',
  'too_large',
  'unsupported_type',
  'unknown_host',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type SharedCode = (typeof sharedCodes)[number];

/** Reasons a field was refused. Each has a text in every language's errors.json. */
export const fieldCodes = [
  'required',
  'wrong_type',
  'too_short',
  'too_long',
  'out_of_range',
  'wrong_format',
  'too_many_marks',
  'unknown_field',
  'not_allowed',
  'too_young',
  'no_such_date',
  'year_short',
  'name_is_email',
  'name_starts_with_at',
  'name_has_contact',
  'name_reserved',
  'name_symbols',
  'password_known',
  'password_predictable',
  'password_pattern',
  'password_personal',
  'password_wrong',
  'password_old_wrong',
  'passwords_differ',
  'email_invalid',
  'email_own',
  'changed_recently',
  'changed_already',
  'iban_invalid',
  'phone_invalid',
  'phone_country',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/**
 * `{"error":{"code", …}}`. `fields` maps refused fields (dotted paths) to their codes. `retry_after` is in seconds,
 * `minutes` is the length of a lockout, `needed` and `balance` are whole credits, `limit` is the allowed number,
 * `payment` the order that is in the way, and `payments` several, `until` the end of a suspension or of a deleted account's
 * time to come back, `rule` what a suspension is for.
 * `authentication_required` is set only when the session is missing or expired. `request` is the request id of a server
 * error.
 */
export const ApiErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    fields: z.optional(z.record(z.string(), z.enum(fieldCodes))),
    retry_after: z.optional(z.number()),
    minutes: z.optional(z.number()),
    needed: z.optional(z.number()),
    balance: z.optional(z.number()),
    limit: z.optional(z.number()),
    payment: z.optional(z.string()),
    payments: z.optional(z.array(z.string())),
    until: z.optional(z.string()),
    rule: z.optional(z.string()),
    authentication_required: z.optional(z.literal(true)),
    request: z.optional(z.string()),
  }),
});
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;
