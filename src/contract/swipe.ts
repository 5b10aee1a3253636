// Contract of the swipe game: cards of members, each answered by a like or a pass.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id, ID_PATTERN, Moment } from './values.ts';

/**
 * Likes left in the game today, and when there is one more: at midnight in the member's time zone, or null when none is
 * used (decisions A-swipe).
 */
const Allowance = { remaining: z.int(), renews_at: z.nullable(Moment) };

/** Ids with commas between them, 50 at most. */
const IdList = z.string().check(z.regex(new RegExp(`^${ID_PATTERN}(,${ID_PATTERN}){0,49}$`)));

/** The next cards, at most 24. `kept` are those of the asked ids that may still be shown. */
export const SwipeDeck = z.strictObject({
  ...Allowance,
  profiles: z.array(MemberCard),
  kept: z.optional(z.array(Id)),
});
export type SwipeDeck = z.infer<typeof SwipeDeck>;

/**
 * Calls of the swipe game. No one is shown again within 30 days of an answer.
 * - `deck` answers the next cards, and which of those that are `shown` already may stay.
 * - `answer` likes as `likes.add` does, or passes. `swipe_limit` with `retry_after` answers the fifth like of a day; a
 *   repeated like is free.
 * - `undo` takes a pass back. It answers the card, or null for a member who can no longer be shown.
 */
export const swipe = {
  deck: endpoint({
    method: 'GET',
    path: '/api/swipe.php',
    access: 'member',
    input: z.strictObject({ shown: z.optional(IdList) }),
    output: SwipeDeck,
    errors: ['consent_required'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/swipe.php',
    access: 'member',
    input: z.strictObject({ id: Id, liked: z.boolean() }),
    output: z.strictObject({ ...Allowance, match: z.boolean() }),
    errors: ['blocked', 'blocked_by_you', 'consent_required', 'like_limit', 'swipe_limit', 'yourself'],
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/api/swipe.php',
    access: 'member',
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ profile: z.nullable(MemberCard) }),
    errors: ['consent_required'],
  }),
};
