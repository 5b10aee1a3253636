// Matches members by orientation, in both directions (decisions B21).

/** The genders a search can ask for. The contract's `Gender` reads any other value as `other`. */
export type Gender = 'male' | 'female';
/** Input of matching, as in the contract's enumerations, including unknown values. */
export interface Person {
  readonly gender: string;
  readonly sexuality: string;
}

/**
 * The genders a person looks for: hetero the other one, gay and lesbian their own, bi both. Null for an unknown gender
 * or sexuality, which means "as chosen in the search".
 */
export function seeks(person: Person): readonly Gender[] | null {
  const { gender, sexuality } = person;
  if (gender !== 'male' && gender !== 'female') return null;
  if (sexuality === 'bi') return ['female', 'male'];
  if (sexuality === 'hetero') return gender === 'male' ? ['female'] : ['male'];
  if (sexuality === 'gay') return [gender];
  if (sexuality === 'lesbian' && gender === 'female') return ['female'];
  return null;
}

/** All pairs of gender and sexuality that look for `gender`, for use in a query. */
export function whoSeeks(gender: string): readonly Person[] {
  const pairs: Person[] = [];
  for (const ownGender of ['male', 'female'] as const) {
    for (const sexuality of ['hetero', 'gay', 'lesbian', 'bi'] as const) {
      const sought = seeks({ gender: ownGender, sexuality });
      if (!sought || sought.some((one) => one === gender)) pairs.push({ gender: ownGender, sexuality });
    }
  }
  return pairs;
}
