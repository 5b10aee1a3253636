// Contract of live events: one discriminated union. Events carry ids, never texts, so they stay small.
import * as z from 'zod/mini';
import { reactionIds } from './chats.ts';
import { Id, openEnum } from './values.ts';

/**
 * - `user`: the user changed; fetch it again
 * - `logout`: the session ended elsewhere; `again` when this browser ended it, and has a new one or leaves by itself
 * - `message`: the conversation reached `seq`; fetch newer messages. `credits` is the sender's new balance, sent to the
 *   sender only; without it, something of the sender's that is held back changed
 * - `read`: `reader` has read the conversation up to `seq`; it may be the member on another device
 * - `message_deleted`: the member's message `seq` was deleted, for `both` or for its sender alone; with 0 one or more that were
 *   held back, so fetch again which ones still are
 * - `reaction`: the reaction to the message `seq` changed; null when it was taken back
 * - `chat_deleted`: the member deleted the conversation on this or another device
 * - `typing`: `profile` is typing; shown for 5 s, ephemeral: never stored or replayed
 * - `like`: likes changed; fetch them again
 * - `block`: the member and `profile` are blocked or no longer; fetch again what lists them
 * - `payment`: the status of that payment changed; fetch it again
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('user') }),
  z.strictObject({ type: z.literal('logout'), again: z.optional(z.literal(true)) }),
  z.strictObject({ type: z.literal('message'), conversation: Id, seq: z.int(), credits: z.optional(z.int()) }),
  z.strictObject({ type: z.literal('read'), conversation: Id, reader: Id, seq: z.int() }),
  z.strictObject({
    type: z.literal('message_deleted'),
    conversation: Id,
    seq: z.int(),
    scope: z.enum(['both', 'me']),
  }),
  z.strictObject({
    type: z.literal('reaction'),
    conversation: Id,
    seq: z.int(),
    reaction: z.nullable(openEnum(reactionIds)),
  }),
  z.strictObject({ type: z.literal('chat_deleted'), conversation: Id }),
  z.strictObject({ type: z.literal('typing'), conversation: Id, profile: Id }),
  z.strictObject({ type: z.literal('like') }),
  z.strictObject({ type: z.literal('block'), profile: Id }),
  z.strictObject({ type: z.literal('payment'), payment: Id }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Where the event stream opens. Not a JSON call, so it is not an endpoint. */
export const liveStream = { method: 'GET', path: '/api/events.php', access: 'member' } as const;
