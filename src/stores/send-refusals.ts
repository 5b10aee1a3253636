// Why the server refuses a message for good.
import { SEND_ERRORS } from '#contract/chats';

/** Errors that a retry cannot fix: the text returns to the field. */
export const REFUSALS: ReadonlySet<string> = new Set([
  ...SEND_ERRORS,
  ...['not_found', 'invalid', 'forbidden', 'authentication_required', 'too_large', 'malformed'],
]);
