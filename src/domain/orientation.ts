// Derives the sexuality from gender and sought gender, and checks it against a site's members.
import type { FieldCode } from '#contract/errors';
import type { sexualities } from '#contract/values';
import type { soughtGenders } from '#contract/signup';
import type { Gender } from './matching.ts';

export type Sexuality = (typeof sexualities)[number];
export type Sought = (typeof soughtGenders)[number];

export function sexualityOf(gender: Gender, seeks: Sought): Sexuality {
  if (seeks === 'both') return 'bi';
  if (gender !== seeks) return 'hetero';
  return gender === 'male' ? 'gay' : 'lesbian';
}

/** The refused field when a site's `mix` has no such members, or null. */
export function validateOrientation(
  gender: Gender,
  seeks: Sought,
  mix: readonly { readonly gender: string; readonly sexuality: string }[],
): Readonly<Record<string, FieldCode>> | null {
  const ofGender = mix.filter((each) => each.gender === gender);
  if (ofGender.length === 0) return { gender: 'not_allowed' };
  const sexuality = sexualityOf(gender, seeks);
  return ofGender.some((each) => each.sexuality === sexuality) ? null : { seeks: 'not_allowed' };
}

type Mix = Parameters<typeof validateOrientation>[2];
const bothGenders: readonly Gender[] = ['female', 'male'];
const allSought: readonly Sought[] = ['female', 'male', 'both'];

/**
 * Options of the signup form on a site with this `mix`: genders, and sought genders with the genders (`of`) they apply
 * to.
 */
export function signupChoices(mix: Mix): {
  readonly genders: readonly Gender[];
  readonly seeks: readonly { readonly value: Sought; readonly of: readonly Gender[] }[];
} {
  const seeks = allSought
    .map((value) => ({ value, of: bothGenders.filter((gender) => !validateOrientation(gender, value, mix)) }))
    .filter(({ of: genders }) => genders.length > 0);
  return { genders: bothGenders.filter((gender) => seeks.some(({ of: genders }) => genders.includes(gender))), seeks };
}

/** The answer that gives this gender and sexuality; null for unknown ones. The reverse of `sexualityOf`. */
export const soughtOf = (gender: string, sexuality: string): Sought | null =>
  bothGenders
    .filter((each) => each === gender)
    .flatMap((own) => allSought.filter((sought) => sexualityOf(own, sought) === sexuality))[0] ?? null;
