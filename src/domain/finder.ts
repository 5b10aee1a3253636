// Ranks members by the answers of the match finder. The page explains the points, so change them together.
import {
  FINDER_TIMES,
  type FinderAnswers,
  type FinderQuestion,
  finderQuestions,
  type FinderReason,
} from '#contract/finder';
import { AGE } from './limits.ts';

// The page draws the questions of the contract.
export { FINDER_TIMES, finderQuestions, type FinderQuestion };

/** Sets of answers that a member may compare with those others keep, within a day: trying all of them would tell what others chose. */
export const FINDER_SETS_A_DAY = 3;

type Time = (typeof finderQuestions.time)[number];

/** Members who are ranked: those active most recently among all who may be shown. */
export const FINDER_CANDIDATES = 100;

/** Points of each reason; of `interests` and `time` for each interest, `MOST` in all. What matters most counts double. */
export const FINDER_POINTS: Readonly<Record<FinderReason, number>> = {
  hope: 4,
  place: 3,
  ages: 2,
  interests: 2,
  time: 1,
  pace: 2,
  meeting: 1,
};
const MOST = 3;
/** Years that are close to one's own age. */
const NEAR = 5;

/** The interests that suit each way to spend free time. */
export const INTERESTS_OF: Readonly<Record<Time, readonly string[]>> = {
  outdoors: ['beach', 'camping', 'climbing', 'fishing', 'gardening', 'hiking', 'horses', 'nature', 'sailing', 'dogs'],
  sports: ['cycling', 'fitness', 'football', 'golf', 'martial_arts', 'running', 'skiing', 'swimming', 'tennis', 'yoga'],
  culture: ['art', 'books', 'cinema', 'concerts', 'history', 'museums', 'music', 'photography', 'theatre', 'languages'],
  food: ['baking', 'coffee', 'cooking', 'restaurants', 'wine'],
  evenings: ['comedy', 'concerts', 'dancing', 'festivals', 'nightlife', 'fashion'],
  home: ['board_games', 'books', 'cats', 'gaming', 'podcasts', 'series', 'baking', 'gardening'],
  making: ['art', 'crafts', 'design', 'photography', 'writing', 'music', 'gardening'],
  away: ['beach', 'camping', 'motorcycles', 'sauna', 'skiing', 'travel', 'wellness', 'cars'],
};

export interface Seeker {
  readonly answers: FinderAnswers;
  readonly age: number;
  readonly region: string | null;
  readonly interests: readonly string[];
}

/** `answers` are those that the member keeps, or null. */
export interface Candidate {
  readonly id: string;
  readonly age: number;
  readonly region: string | null;
  readonly interests: readonly string[];
  readonly answers: FinderAnswers | null;
}

export interface Fit {
  readonly id: string;
  readonly points: number;
  /** The weightiest first. */
  readonly reasons: readonly FinderReason[];
  readonly shared: readonly string[];
  readonly enjoys: readonly string[];
}

/** The ages that an answer asks for; null for those that every search begins with. */
export function agesAskedFor(ages: FinderAnswers['ages'], own: number): { min: number; max: number } | null {
  const clamp = (age: number): number => Math.min(AGE.max, Math.max(AGE.min, age));
  if (ages === 'near') return { min: clamp(own - NEAR), max: clamp(own + NEAR) };
  if (ages === 'younger') return { min: AGE.min, max: clamp(own - 1) };
  if (ages === 'older') return { min: clamp(own + 1), max: AGE.max };
  return ages === 'any' ? { min: AGE.min, max: AGE.max } : null;
}

/** Members with a reason, best first; equal ones keep their order. */
export function rankFits(seeker: Seeker, candidates: readonly Candidate[]): Fit[] {
  return candidates
    .map((candidate) => fitOf(seeker, candidate))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((one, other) => other.points - one.points);
}

function fitOf(seeker: Seeker, candidate: Candidate): Fit {
  const { answers } = seeker;
  const shared = candidate.interests.filter((each) => seeker.interests.includes(each)).slice(0, MOST);
  const suitable = new Set((answers.time ?? []).flatMap((time) => INTERESTS_OF[time]));
  const others = candidate.interests.filter((each) => suitable.has(each) && !shared.includes(each));
  const enjoys = others.slice(0, MOST - shared.length);
  // Where any age is right, none is a reason.
  const ages = answers.ages === 'any' ? null : agesAskedFor(answers.ages, seeker.age);
  /** How often each reason counts. */
  const counts: Record<FinderReason, number> = {
    hope: Number(isSame(seeker, candidate, 'hope')),
    place: Number(answers.place === 'region' && seeker.region !== null && seeker.region === candidate.region),
    ages: Number(ages !== null && candidate.age >= ages.min && candidate.age <= ages.max),
    interests: shared.length,
    time: enjoys.length,
    pace: Number(isSame(seeker, candidate, 'pace')),
    meeting: Number(isSame(seeker, candidate, 'meeting')),
  };
  const pointsOf = (reason: FinderReason): number =>
    counts[reason] * FINDER_POINTS[reason] * (answers.matters === reason ? 2 : 1);
  const reasons = (Object.keys(counts) as FinderReason[])
    .filter((reason) => counts[reason] > 0)
    .sort((one, other) => pointsOf(other) - pointsOf(one));
  const points = reasons.reduce((sum, reason) => sum + pointsOf(reason), 0);
  return { id: candidate.id, points, reasons, shared, enjoys };
}

/** An answer that was skipped is equal to none. */
const isSame = (seeker: Seeker, candidate: Candidate, question: 'hope' | 'pace' | 'meeting'): boolean =>
  Boolean(seeker.answers[question]) && seeker.answers[question] === candidate.answers?.[question];
