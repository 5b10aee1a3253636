// What travels over the live connection: one discriminated union. Events carry ids, never texts, so they stay small.
import * as z from 'zod/mini';
import { Id } from './values.ts';

/**
 * - `user`: fetch the user again · `logout`: the session ended somewhere else; `again` when the same member logged in anew in its place
 * - `message`: the conversation now reaches `seq`; fetch what is newer than what you have. `credits` is the balance afterwards, told to
 *   the sender only
 * - `read`: `reader` has read the conversation up to `seq`; if that is oneself, on another device
 * - `typing`: `profile` is writing; shown 5 s, never stored
 * - `like`: likes changed; fetch them again · `payment`: that payment's status changed
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user') }),
  z.strictObject({ type: z.literal('logout'), again: z.optional(z.literal(true)) }),
  z.strictObject({ type: z.literal('message'), conversation: Id, seq: z.int(), credits: z.optional(z.int()) }),
  z.strictObject({ type: z.literal('read'), conversation: Id, reader: Id, seq: z.int() }),
  z.strictObject({ type: z.literal('typing'), conversation: Id, profile: Id }),
  z.strictObject({ type: z.literal('like') }),
  z.strictObject({ type: z.literal('payment'), payment: Id }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Where the live connection is opened; not a JSON call, so it stands apart from the endpoints. */
export const liveStream = { method: 'GET', path: '/api/events.php', access: 'member' } as const;
