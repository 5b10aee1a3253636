// Validates a signup form by the rules of product and site, and maps it to stored data.
import type { FieldCode } from '#contract/errors';
import type { SignupForm, SignupStart } from '#contract/signup';
import { Id } from '#contract/values';
import { validateBirthDate, dayIn, birthDateFromParts } from '#domain/date-of-birth';
import { languageOf } from '#domain/languages';
import { isBlank } from '#domain/graphemes';
import { validateOrientation, sexualityOf } from '#domain/orientation';
import { trackingIn } from '#domain/tracking';
import { asciiEmail, validateAbout, validateEmail, validateName, tidyName, tidyText } from '#domain/validation';
import type { Site } from '#site/load';
import { personalWords, validateNewPassword } from '../../auth/new-password.ts';
import type { MemberData } from '../../db/tables/pending-signup.ts';
import type { Places } from '../../geo/places.ts';
import { Refusal } from '../../http/refusal.ts';

/** A validated signup form. */
export interface SignupData extends MemberData {
  readonly password: string;
  /** The token of a mailed link, unchecked; empty without one. */
  readonly token: string;
}

/** Throws `invalid` with all refused fields. `language` is the fallback for an unsupported one. */
export function checkSignup(form: SignupForm, site: Site, places: Places, language: string, now: Date): SignupData {
  const { name, password, gender, seeks, country } = form;
  const email = asciiEmail(form.email);
  const birth_date = form.date_of_birth || birthDateFromParts(form);
  const about = form.signup_message ?? '';
  const { siteSettings, niche, codes } = site;
  const errors: Readonly<Record<string, FieldCode | null>> = {
    email: validateEmail(email),
    name: validateName(name, email, [siteSettings.name, siteSettings.mail_name, site.company.name]),
    password: validateNewPassword(password, personalWords(site, { name, email })),
    date_of_birth: validateBirthDate(birth_date, dayIn(country, now)),
    country: siteSettings.countries.includes(country) ? null : 'not_allowed',
    signup_message: validateAbout(about),
    ...validateOrientation(gender, seeks, niche.members.mix),
  };
  refuseErrors(errors);
  return {
    email,
    password,
    language: languageOf(form.language, codes) ?? language,
    tracking: trackingIn(Object.entries(form)),
    member: Id.safeParse(form.member).data ?? null,
    token: form.token ?? '',
    profile: {
      name: tidyName(name),
      gender,
      sexuality: sexualityOf(gender, seeks),
      birth_date,
      country,
      region: places.regionsOf(country).some(({ id }) => id === form.region) ? (form.region ?? null) : null,
      interests: (form.interests ?? '').split(',').filter((interest) => siteSettings.interests.includes(interest)),
      about: isBlank(about) ? null : tidyText(about),
    },
  };
}

/**
 * Validates the given fields of a lander's form; throws `invalid` with all refused fields. An impossible `seeks` is not
 * refused: the signup page asks for it again (renderNextStep).
 */
export function checkStart(form: SignupStart, { siteSettings, niche }: Site, now: Date): void {
  const {
    gender,
    seeks,
    birth_day,
    birth_month,
    birth_year,
    country = siteSettings.countries[0] ?? '',
    signup_message,
  } = form;
  const hasBirthDate = birth_day !== undefined || birth_month !== undefined || birth_year !== undefined;
  const orientationFields = gender && seeks ? validateOrientation(gender, seeks, niche.members.mix) : null;
  refuseErrors({
    gender: orientationFields?.['gender'] ?? null,
    date_of_birth: hasBirthDate ? validateBirthDate(birthDateFromParts(form), dayIn(country, now)) : null,
    signup_message: signup_message === undefined ? null : validateAbout(signup_message),
  });
}

function refuseErrors(errors: Readonly<Record<string, FieldCode | null>>): void {
  const fields = Object.fromEntries(
    Object.entries(errors).flatMap(([field, code]) => (code ? [[field, code] as const] : [])),
  );
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields });
}
