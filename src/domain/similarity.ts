// How much two profiles have in common, and what: the order of similar members (requirement ME9).

/** What is compared. A fact is null where it was not given or the site does not show it. */
export interface Comparable {
  readonly age: number;
  readonly region: string | null;
  readonly city: string | null;
  readonly interests: readonly string[];
  readonly relationship_status: string | null;
  readonly body_type: string | null;
}

export const commonFacts = ['city', 'interest', 'age', 'relationship_status', 'region', 'body_type'] as const;
type CommonFact = (typeof commonFacts)[number];

/** A fact that two profiles share; `value` is the interest, the town and so on. */
export interface Common {
  readonly fact: CommonFact;
  readonly value: string;
}

interface Likeness {
  readonly score: number;
  /** The strongest ones first, with no more interests than leave room for another fact. */
  readonly reasons: readonly Common[];
}

/** What a shared fact counts. A town says more than a region, an interest more than a figure. */
const WEIGHTS: Readonly<Record<CommonFact, number>> = {
  city: 5,
  interest: 4,
  age: 3,
  relationship_status: 2,
  region: 2,
  body_type: 1,
};
const REASONS = { all: 3, interests: 2 } as const;
/** Years within which two ages count as the same. */
const SAME_AGE = 3;

export function likenessOf(one: Comparable, other: Comparable): Likeness {
  const common = [...placeInCommon(one, other), ...interestsInCommon(one, other), ...factsInCommon(one, other)];
  const sorted = common.toSorted((a, b) => WEIGHTS[b.fact] - WEIGHTS[a.fact]);
  const extraInterests = sorted.filter(({ fact }) => fact === 'interest').slice(REASONS.interests);
  return {
    score: common.reduce((sum, { fact }) => sum + WEIGHTS[fact], 0),
    reasons: sorted.filter((each) => !extraInterests.includes(each)).slice(0, REASONS.all),
  };
}

/** A town only within its region, as many towns share a name. */
function placeInCommon(one: Comparable, other: Comparable): Common[] {
  if (one.region !== other.region) return [];
  if (one.city !== null && one.city === other.city) return [{ fact: 'city', value: one.city }];
  return one.region === null ? [] : [{ fact: 'region', value: one.region }];
}

const interestsInCommon = (one: Comparable, other: Comparable): Common[] =>
  one.interests.filter((each) => other.interests.includes(each)).map((value) => ({ fact: 'interest', value }));

function factsInCommon(one: Comparable, other: Comparable): Common[] {
  const isSameAge = Math.abs(one.age - other.age) <= SAME_AGE;
  return [
    ...(isSameAge ? [{ fact: 'age' as const, value: String(other.age) }] : []),
    ...(['relationship_status', 'body_type'] as const).flatMap((fact): Common[] => {
      const value = one[fact];
      return value !== null && value === other[fact] ? [{ fact, value }] : [];
    }),
  ];
}

/** Those with something in common, the most first; among equals the order stays. */
export function rankByLikeness<T extends Comparable>(
  one: Comparable,
  others: readonly T[],
): { readonly member: T; readonly reasons: readonly Common[] }[] {
  return others
    .map((member) => ({ member, ...likenessOf(one, member) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ member, reasons }) => ({ member, reasons }));
}
