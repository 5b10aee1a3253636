// Contract of the match finder: questions, kept answers, and members ranked by how well they fit.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { MemberCard } from './members.ts';
import { Moment } from './values.ts';

/** The questions in their order, each with its options. Of `time` up to three may be chosen. */
export const finderQuestions = {
  hope: ['friendship', 'chatting', 'dates', 'relationship', 'open'],
  place: ['region', 'country'],
  ages: ['near', 'younger', 'older', 'any'],
  time: ['outdoors', 'sports', 'culture', 'food', 'evenings', 'home', 'making', 'away'],
  pace: ['daily', 'weekly', 'slowly'],
  meeting: ['coffee', 'walk', 'dinner', 'outing', 'later'],
  matters: ['hope', 'interests', 'place', 'ages'],
} as const;
export type FinderQuestion = keyof typeof finderQuestions;
export const FINDER_TIMES = 3;

const one = <const T extends readonly [string, ...string[]]>(values: T) => z.optional(z.nullable(z.enum(values)));

/** An answer is missing while its question was not asked, and null when it was skipped. */
export const FinderAnswers = z.strictObject({
  hope: one(finderQuestions.hope),
  place: one(finderQuestions.place),
  ages: one(finderQuestions.ages),
  time: z.optional(z.nullable(z.array(z.enum(finderQuestions.time)).check(z.maxLength(FINDER_TIMES)))),
  pace: one(finderQuestions.pace),
  meeting: one(finderQuestions.meeting),
  matters: one(finderQuestions.matters),
});
export type FinderAnswers = z.infer<typeof FinderAnswers>;

/** Why a member fits: `hope`, `pace` and `meeting` are answers that both gave. */
export const finderReasons = ['hope', 'place', 'ages', 'interests', 'time', 'pace', 'meeting'] as const;
export type FinderReason = (typeof finderReasons)[number];

/** A member who fits. `shared` are interests of both, `enjoys` further ones that suit the answer to `time`. */
export const FinderMatch = z.strictObject({
  ...MemberCard.shape,
  reasons: z.array(z.enum(finderReasons)),
  shared: z.array(z.string()),
  enjoys: z.array(z.string()),
});
export type FinderMatch = z.infer<typeof FinderMatch>;

/**
 * Calls of the match finder.
 * - `matches` stores no answers. Best first, at most 24, and none without a reason. A member who asks for many sets of `hope`,
 *   `pace` and `meeting` within a day is told of no further ones: of such a set nothing is `compared` with what others keep.
 * - `atSignup` answers at most 12 for what a new member has told so far; they may lack a reason.
 * - `keep` stores the answers with the member's consent to be matched by them, and `forget` deletes them. Going on under a consent
 *   that was given before, `keep` names its `consented_at`, and is refused with `not_found` when those answers were deleted since.
 *   `read` answers null when none are kept.
 */
export const finder = {
  read: endpoint({
    method: 'GET',
    path: '/api/match-finder.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ answers: z.nullable(FinderAnswers), consented_at: z.nullable(Moment) }),
  }),
  matches: endpoint({
    method: 'POST',
    path: '/api/match-finder.php',
    access: 'member',
    input: z.strictObject({ answers: FinderAnswers }),
    output: z.strictObject({ profiles: z.array(FinderMatch), compared: z._default(z.boolean(), true) }),
    errors: ['consent_required'],
    idempotent: true,
    limit: 30,
  }),
  atSignup: endpoint({
    method: 'GET',
    path: '/api/signup-matches.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ profiles: z.array(FinderMatch) }),
    errors: ['consent_required'],
  }),
  keep: endpoint({
    method: 'PUT',
    path: '/api/match-finder.php',
    access: 'member',
    input: z.strictObject({ answers: FinderAnswers, consent: z.literal('yes'), consented_at: z.optional(Moment) }),
    output: NoOutput,
    errors: ['consent_required'],
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/match-finder.php',
    access: 'member',
    input: NoInput,
    output: NoOutput,
  }),
};
