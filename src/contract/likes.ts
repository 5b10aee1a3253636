// Contract of likes: given, received and new ones.
import * as z from 'zod/mini';
import { endpoint, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Id, ID_PATTERN } from './values.ts';

const MemberReference = z.strictObject({ id: Id });

/** A member who likes the caller, or is liked. `like_new` until the caller has seen the like; `match` when it is mutual. */
export const Liker = z.strictObject({ ...MemberCard.shape, like_new: z.boolean(), match: z.boolean() });
export type Liker = z.infer<typeof Liker>;

export const likeLists = ['received', 'sent', 'matches'] as const;
export type LikeList = (typeof likeLists)[number];

/** The place in a list behind which a page begins: the moment of the like, and whose it is. */
const LikeCursor = z.string().check(z.regex(new RegExp(`^\\d{1,14}_${ID_PATTERN}$`)));
const forEachList = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.strictObject({ received: schema, sent: schema, matches: schema });

/**
 * The newest 48 of each list: `profiles` are the members the caller likes, `liked_by` those who like the caller, `matches` both, the latest
 * match first. `totals` are exact up to 1,000, and 1,001 for more. `next` leads to the page behind; null where there is none.
 */
export const Likes = z.strictObject({
  profiles: z.array(z.strictObject({ ...MemberCard.shape, match: z._default(z.boolean(), false) })),
  liked_by: z.array(Liker),
  matches: z._default(z.array(Liker), []),
  totals: z._default(forEachList(z.int()), { received: 0, sent: 0, matches: 0 }),
  next: z._default(forEachList(z.nullable(LikeCursor)), { received: null, sent: null, matches: null }),
});
export type Likes = z.infer<typeof Likes>;

/** One more page of a list. */
export const LikesPage = z.strictObject({ profiles: z.array(Liker), next: z.nullable(LikeCursor) });
export type LikesPage = z.infer<typeof LikesPage>;

/**
 * What every page of the members area shows of likes: how many received ones are new, up to 1,000; the latest of them, at most 24; and
 * who the caller likes, the latest 2,000.
 */
export const LikeNews = z.strictObject({ new_likes: z.int(), latest: z.array(Liker), liked: z.array(Id) });
export type LikeNews = z.infer<typeof LikeNews>;

/** Likes that are marked as seen in one call. */
export const SEEN_AT_ONCE = 100;

/**
 * Calls of likes. `add` is idempotent and answers whether the like is mutual (`match`). Errors: `blocked` when the
 * other member blocked the caller, `blocked_by_you` when the caller did, `yourself`, and `like_limit` with `retry_after` after 100 likes an hour. `seen` marks the
 * likes of one member or of some as seen, or all without either. `auto` answers the oldest real like that the caller has not seen, which
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
  more: endpoint({
    method: 'GET',
    path: '/api/likes-page.php',
    access: 'member',
    input: z.strictObject({ list: z.enum(likeLists), cursor: LikeCursor }),
    output: LikesPage,
  }),
  news: endpoint({
    method: 'GET',
    path: '/api/likes-news.php',
    access: 'member',
    input: z.strictObject({}),
    output: LikeNews,
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
    // It marks the like as seen: asked again, it would answer the next one.
    changesState: true,
    once: true,
    input: z.strictObject({}),
    output: z.nullable(MemberCard),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/likes-seen.php',
    access: 'member',
    input: z.strictObject({
      id: z.optional(Id),
      ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(SEEN_AT_ONCE))),
    }),
    output: NoOutput,
  }),
};
