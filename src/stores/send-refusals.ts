// Why the server refuses a message for good.

/** Errors that a retry cannot fix: the text returns to the field. */
export const REFUSALS: ReadonlySet<string> = new Set([
  ...[
    'not_enough_credits',
    'premium_required',
    'blocked',
    'blocked_by_you',
    'message_too_long',
    'conversation_limit',
    'yourself',
  ],
  ...['not_found', 'invalid', 'forbidden', 'authentication_required', 'too_large', 'malformed'],
]);
