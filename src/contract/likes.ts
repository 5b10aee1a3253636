// Contract of likes: given, received and new ones.
import * as z from 'zod/mini';
import { endpoint, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id } from './values.ts';

const MemberReference = z.strictObject({ id: Id });

/** A member who likes the caller. `like_new` until the caller has seen the like; `match` when it is mutual. */
export const Liker = z.strictObject({ ...MemberCard.shape, like_new: z.boolean(), match: z.boolean() });
export type Liker = z.infer<typeof Liker>;

/**
 * `profiles` are the members the caller likes, `liked_by` those who like the caller. Newest first, at most 500 each.
 */
export const Likes = z.strictObject({ profiles: z.array(MemberCard), liked_by: z.array(Liker) });
export type Likes = z.infer<typeof Likes>;

/**
 * Calls of likes. `add` is idempotent and answers whether the like is mutual (`match`). Errors: `blocked` when the
 * other member blocked the caller, `blocked_by_you` when the caller did, `yourself`, and `like_limit` with `retry_after` after 100 likes an hour. `seen` marks one
 * member's like as seen, or all without `id`. `auto` answers the oldest real like that the caller has not seen, which
 * counts as seen from then on, else null (decisions B4).
 */
export const likes = {
  list: endpoint({
    method: 'GET',
    path: '/api/likes.php',
    access: 'member',
    input: z.strictObject({}),
    output: Likes,
  }),
  add: endpoint({
    method: 'PUT',
    path: '/api/like.php',
    access: 'member',
    input: MemberReference,
    output: z.strictObject({ match: z.boolean() }),
    errors: ['blocked', 'blocked_by_you', 'consent_required', 'like_limit', 'yourself'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/like.php',
    access: 'member',
    input: MemberReference,
    output: NoOutput,
  }),
  auto: endpoint({
    method: 'GET',
    path: '/api/auto-like.php',
    access: 'member',
    // It marks the like as seen.
    changesState: true,
    input: z.strictObject({}),
    output: z.nullable(MemberCard),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/likes-seen.php',
    access: 'member',
    input: z.strictObject({ id: z.optional(Id) }),
    output: NoOutput,
  }),
};
