// What travels about likes: whom one likes, by whom one is liked, and which of these are new (spec §3 chat state).
import * as z from 'zod/mini';
import { endpoint, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id } from './values.ts';

const MemberReference = z.strictObject({ id: Id });

/** Somebody who likes the member; `like_new` until the member has seen it, `match` when it is mutual. */
export const Liker = z.strictObject({ ...MemberCard.shape, like_new: z.boolean(), match: z.boolean() });
export type Liker = z.infer<typeof Liker>;

/** `profiles` are those the member likes, `liked_by` those who like the member; newest first, at most 500 each. */
export const Likes = z.strictObject({ profiles: z.array(MemberCard), liked_by: z.array(Liker) });
export type Likes = z.infer<typeof Likes>;

/**
 * The calls about likes. `add` says whether the like is mutual (`match`); doing it twice changes nothing. It answers
 * `blocked` when either blocked the other, `yourself`, and `like_limit` with `retry_after` after 100 an hour. `seen` clears the new mark
 * of one member's like, or of all when no id is given.
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
    errors: ['blocked', 'like_limit', 'yourself'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/like.php',
    access: 'member',
    input: MemberReference,
    output: NoOutput,
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/likes-seen.php',
    access: 'member',
    input: z.strictObject({ id: z.optional(Id) }),
    output: NoOutput,
  }),
};
