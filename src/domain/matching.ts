// Who is shown to whom: orientation, and how it reads both ways (decisions B21).

/** The genders a search can ask for; the contract's `Gender` reads any other value as `other`. */
export type Gender = 'male' | 'female';
/** What matching asks of somebody: both as the contract's enumerations give them, unknown values included. */
export interface Person {
  readonly gender: string;
  readonly sexuality: string;
}

/**
 * The genders a person looks for: hetero the other one, gay and lesbian their own, bi both.
 * An unknown gender or sexuality answers null, which means "as chosen in the search".
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

/** All (gender, sexuality) pairs of others that look for someone of `gender`, for use in a query. */
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
