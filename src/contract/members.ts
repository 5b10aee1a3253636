// Contract of members: search, profiles and visitors' previews.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { TrackingFields } from './tracking.ts';
import {
  Country,
  Gender,
  Id,
  MainImage,
  openEnum,
  RegionId,
  SearchCountry,
  Sexuality,
  numberInQuery,
  bodyTypes,
  eyeColours,
  hairColours,
  relationshipStatuses,
  tattooAnswers,
} from './values.ts';

/** A member on a card. `line` is the sentence under the picture. `activity` is coarse to protect privacy, and `other` for
 * a fictional profile. `verified`: a person has seen by a selfie that the main photo shows the member. */
export const MemberCard = z.strictObject({
  id: Id,
  name: z.string(),
  age: z.int(),
  gender: Gender,
  country: Country,
  region: z.nullable(z.string()),
  city: z.nullable(z.string()),
  line: z.string(),
  fictional: z.boolean(),
  activity: openEnum(['today', 'week', 'earlier']),
  main_image: z.nullable(MainImage),
  verified: z._default(z.boolean(), false),
});
export type MemberCard = z.infer<typeof MemberCard>;

/** The order of a search: who was active last comes first, or who joined last. */
const searchOrders = ['activity', 'newest'] as const;
export type SearchOrder = (typeof searchOrders)[number];

/**
 * Filters of a search, all optional. The country `any` is all of them, and then no region counts. `page` counts from 1; `cursor` (from `next`) makes deep pages cheap. `sort` is `activity`
 * unless chosen; a visitor's search, whose order reveals nothing, has none. `network` and
 * `ref` name a visitor's traffic source.
 */
export const MemberSearch = z.strictObject({
  gender: z.optional(z.enum(['male', 'female', 'any'])),
  country: z.optional(SearchCountry),
  countryregion: z.optional(RegionId),
  min_age: z.optional(numberInQuery(18, 99)),
  max_age: z.optional(numberInQuery(18, 99)),
  page: z.optional(numberInQuery(1, 1000)),
  cursor: z.optional(z.string().check(z.maxLength(120))),
  real: z.optional(z.enum(['0', '1'])),
  verified: z.optional(z.enum(['0', '1'])),
  two_way: z.optional(z.enum(['0', '1'])),
  sort: z.optional(z.enum(searchOrders)),
  network: TrackingFields.network,
  ref: TrackingFields.ref,
});
export type MemberSearch = z.infer<typeof MemberSearch>;

/**
 * One page of at most 24 members. `numResults` is exact up to 1,000, and 1,001 for more. With `at_least` there may be more: a search examines
 * 20,000 members at once, up to three times where it finds no one, and its next page goes on behind them. The number is that of the first 20,000; a member's
 * page by cursor repeats it. `next` is null on the last page.
 */
export const MemberPage = z.strictObject({
  profiles: z.array(MemberCard),
  numResults: z.int(),
  at_least: z._default(z.boolean(), false),
  page: z.int(),
  next: z.nullable(z.string()),
});
export type MemberPage = z.infer<typeof MemberPage>;

/**
 * A photo of a profile. `match` is null for a private photo the viewer may not see; `locked` is then the path of a small and
 * blurred form of it, if there is one, else null. `ai`: its file said that it was made or altered with AI.
 */
export const ProfilePhoto = z.strictObject({
  id: Id,
  private: z.boolean(),
  match: z.nullable(z.string()),
  locked: z.nullable(z.string()),
  ai: z._default(z.boolean(), false),
});

/**
 * A whole profile. A fact is null when the site does not show it (`visible_profile_fields`) or the member did not give
 * it. `liked`: the viewer likes this member; `likes_me`: this member likes the viewer;
 * `blocked`: the viewer has blocked this member. `conversation` is the viewer's
 * conversation with this member, if any.
 */
export const Member = z.strictObject({
  ...MemberCard.shape,
  sexuality: z.nullable(Sexuality),
  about: z.nullable(z.string()),
  looking_for: z.nullable(z.string()),
  hair_colour: z.nullable(openEnum(hairColours)),
  eye_colour: z.nullable(openEnum(eyeColours)),
  body_type: z.nullable(openEnum(bodyTypes)),
  relationship_status: z.nullable(openEnum(relationshipStatuses)),
  tattoos: z.nullable(openEnum(tattooAnswers)),
  interests: z.array(z.string()),
  photos: z.array(ProfilePhoto),
  liked: z.boolean(),
  likes_me: z.boolean(),
  blocked: z.boolean(),
  conversation: z.nullable(Id),
});
export type Member = z.infer<typeof Member>;

/** A member like another one, with up to three facts that both share; `value` is the town, the interest and so on. */
export const SimilarMember = z.strictObject({
  ...MemberCard.shape,
  common: z.array(
    z.strictObject({
      fact: openEnum(['city', 'interest', 'age', 'relationship_status', 'region', 'body_type']),
      value: z.string(),
    }),
  ),
});
export type SimilarMember = z.infer<typeof SimilarMember>;

/** One page of similar members, and how many there are among those who were active last. */
export const SimilarPage = z.strictObject({ profiles: z.array(SimilarMember), numResults: z.int() });
export type SimilarPage = z.infer<typeof SimilarPage>;

/** What visitors may see of a member. `photo` is the photo's random token, `line` the start of `about`. */
export const VisitorMember = z.strictObject({
  id: Id,
  name: z.string(),
  age: z.int(),
  city: z.nullable(z.string()),
  country: Country,
  photo: z.nullable(z.string()),
  fictional: z.boolean(),
  line: z.nullable(z.string()),
});
export type VisitorMember = z.infer<typeof VisitorMember>;

/**
 * Calls of members. `search` answers `page_gone` past the last page. To visitors it returns only members of `visitors`,
 * with `gender` and `activity` set to `other`, `region` null, and `line` the start of `about`. `view` answers
 * `not_found` for a member who does not exist or is not visible, `blocked` when that member blocked the viewer, and
 * `limit_reached` with `retry_after`. `similar` returns members like that one, most alike first, with the same refusals;
 * a page past the last is empty. `visitors` returns the member with that id, or a few without one: fictional
 * profiles, and members who opted in.
 */
export const members = {
  search: endpoint({
    method: 'GET',
    path: '/api/members.php',
    access: 'searcher',
    visitorLimit: 30,
    input: MemberSearch,
    output: MemberPage,
    errors: ['consent_required', 'page_gone'],
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/member.php',
    access: 'member',
    // It counts the visit and marks the member's like as seen.
    changesState: true,
    input: z.strictObject({ id: Id }),
    output: z.strictObject({ member: Member }),
    errors: ['blocked', 'limit_reached'],
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/similar.php',
    access: 'member',
    input: z.strictObject({
      id: Id,
      page: z.optional(numberInQuery(1, 100)),
    }),
    output: SimilarPage,
    errors: ['blocked', 'consent_required'],
  }),
  visitors: endpoint({
    method: 'GET',
    path: '/api/visitor-members.php',
    access: 'anyone',
    input: z.strictObject({ id: z.optional(Id) }),
    output: z.strictObject({ profiles: z.array(VisitorMember) }),
    limit: 30,
  }),
};
