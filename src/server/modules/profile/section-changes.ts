// Validates one section against the stored profile, and maps it to the columns that change.
import type { Updateable } from 'kysely';
import type { FieldCode } from '#contract/errors';
import type { ProfileSection } from '#contract/profile';
import type { Gender } from '#domain/matching';
import { LINE } from '#domain/limits';
import { dayIn, validateBirthDate } from '#domain/date-of-birth';
import { isBlank } from '#domain/graphemes';
import { sexualityOf, soughtOf, validateOrientation } from '#domain/orientation';
import { tidyName, tidyText, validateAbout, validateName } from '#domain/validation';
import type { Site } from '#site/load';
import type { ProfileTable } from '../../db/tables/profile.ts';
import type { Places } from '../../geo/places.ts';
import { nextChange, type OwnRow } from './own-profile.ts';

/** What a section is checked against. */
export interface Stored {
  readonly row: OwnRow;
  readonly site: Site;
  readonly places: Places;
  readonly now: Date;
}
type Columns = Updateable<ProfileTable>;
type Errors = Record<string, FieldCode | null>;
export interface Changes {
  readonly columns: Columns;
  /** The refused fields by name; null for a field that is right. */
  readonly errors: Errors;
}
type Section<Name extends ProfileSection['section']> = Extract<ProfileSection, { section: Name }>;

/** No one sees an unconfirmed profile: correcting it is free (decisions A-changes). */
const counts = ({ row }: Stored): boolean => row.status !== 'not_confirmed';

export function changesOf(input: ProfileSection, stored: Stored): Changes {
  switch (input.section) {
    case 'basics':
      return basics(input, stored);
    case 'orientation':
      return orientation(input, stored);
    case 'place':
      return place(input, stored);
    case 'texts':
      return texts(input, stored);
    case 'details':
      return details(input, stored);
    case 'interests':
      return interests(input, stored);
  }
}

function basics(input: Section<'basics'>, stored: Stored): Changes {
  const { row, site, now } = stored;
  const name = input.name === undefined ? row.name : tidyName(input.name);
  const birth_date = input.date_of_birth ?? row.birth_date;
  const hasName = name !== row.name;
  const hasBirthDate = birth_date !== row.birth_date;
  const brands = [site.siteSettings.name, site.siteSettings.mail_name, site.company.name];
  const isNameRecent = counts(stored) && nextChange(row.name_changed_at, now) !== null;
  const isBirthDateFinal = counts(stored) && row.birth_date_changed_at !== null;
  return {
    columns: {
      ...(hasName ? { name, ...(counts(stored) ? { name_changed_at: now } : {}) } : {}),
      ...(hasBirthDate ? { birth_date, ...(counts(stored) ? { birth_date_changed_at: now } : {}) } : {}),
    },
    errors: {
      // A stored name stays although a newer rule would refuse it.
      name: !hasName
        ? null
        : (validateName(input.name ?? '', row.email, brands) ?? (isNameRecent ? 'changed_recently' : null)),
      date_of_birth: !hasBirthDate
        ? null
        : (validateBirthDate(birth_date, dayIn(row.country, now)) ?? (isBirthDateFinal ? 'changed_already' : null)),
    },
  };
}

function orientation(input: Section<'orientation'>, stored: Stored): Changes {
  const { row, site, now } = stored;
  const gender = (input.gender ?? row.gender) as Gender;
  const seeks = input.seeks ?? soughtOf(row.gender, row.sexuality);
  if (seeks === null) return { columns: {}, errors: { seeks: 'required' } };
  const sexuality = sexualityOf(gender, seeks);
  const hasGender = gender !== row.gender;
  if (!hasGender && sexuality === row.sexuality) return { columns: {}, errors: {} };
  const isRecent = hasGender && counts(stored) && nextChange(row.gender_changed_at, now) !== null;
  return {
    columns: { gender, sexuality, ...(hasGender && counts(stored) ? { gender_changed_at: now } : {}) },
    errors: {
      ...(isRecent ? { gender: 'changed_recently' } : validateOrientation(gender, seeks, site.niche.members.mix)),
    },
  };
}

/** The name of a town as the table spells it, for any case and accents. */
function place(input: Section<'place'>, { row, site, places }: Stored): Changes {
  const country = input.country ?? row.country;
  const isSameCountry = country === row.country;
  const region = input.region === undefined ? (isSameCountry ? row.region : null) : input.region;
  const isSameRegion = isSameCountry && region === row.region;
  const typed = input.city === undefined ? (isSameRegion ? row.city : null) : input.city;
  const isKnownRegion = region === null || places.regionsOf(country).some(({ id }) => id === region);
  const city =
    typed !== null && region !== null ? (places.cityByName(country, typed, region)?.city.name ?? null) : null;
  const isKept = isSameRegion && typed === row.city;
  return {
    columns: { country, region, city: isKept ? row.city : city },
    errors: {
      country: isSameCountry || site.siteSettings.countries.includes(country) ? null : 'not_allowed',
      region: isKnownRegion || isSameRegion ? null : 'not_allowed',
      city: isKept || typed === null || city !== null ? null : 'not_allowed',
    },
  };
}

const notes = ['about', 'looking_for'] as const;

function texts(input: Section<'texts'>, { site }: Stored): Changes {
  const shown = site.siteSettings.visible_profile_notes;
  const isHidden = (name: (typeof notes)[number]): boolean => input[name] !== undefined && !shown.includes(name);
  const line = input.line === undefined ? undefined : tidyText(input.line).replace(/\s+/g, ' ');
  return {
    columns: {
      ...(line === undefined ? {} : { line: isBlank(line) ? '' : line }),
      ...Object.fromEntries(
        notes.flatMap((name) => {
          const text = input[name];
          return text === undefined ? [] : [[name, isBlank(text) ? null : tidyText(text)]];
        }),
      ),
    },
    errors: {
      line: input.line === undefined ? null : validateAbout(input.line, LINE.max),
      ...Object.fromEntries(
        notes.map((name) => [name, isHidden(name) ? 'not_allowed' : validateAbout(input[name] ?? '')]),
      ),
    },
  };
}

/** The schema has checked the values; what the site does not show is not collected. */
function details({ section: _, ...fields }: Section<'details'>, { site }: Stored): Changes {
  const shown: readonly string[] = site.siteSettings.visible_profile_fields;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    columns: Object.fromEntries(given) as Columns,
    errors: Object.fromEntries(given.map(([name]) => [name, shown.includes(name) ? null : 'not_allowed'])),
  };
}

/** In the order of the list, each once. */
function interests({ interests: chosen }: Section<'interests'>, { row, site }: Stored): Changes {
  const { interests: offered, visible_profile_fields: shown } = site.siteSettings;
  // One that is no longer offered stays until it is taken off.
  const known = [...offered, ...row.interests.filter((each) => !offered.includes(each))];
  const isAllowed = shown.includes('interests') && chosen.every((each) => known.includes(each));
  return {
    columns: { interests: known.filter((each) => chosen.includes(each)) },
    errors: { interests: isAllowed ? null : 'not_allowed' },
  };
}
