// Contract of one's own profile: reading all of it, and saving one section.
import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';
import { soughtGenders } from './signup.ts';
import {
  bodyTypes,
  Country,
  eyeColours,
  Gender,
  genders,
  hairColours,
  Id,
  MainImage,
  Moment,
  openEnum,
  RegionId,
  relationshipStatuses,
  Sexuality,
  tattooAnswers,
} from './values.ts';

/** What a complete profile has; a site that hides a fact or a text does not count it. */
export const profileSteps = [
  'photo',
  'line',
  'about',
  'looking_for',
  'city',
  'interests',
  'relationship_status',
  'body_type',
  'hair_colour',
  'eye_colour',
  'tattoos',
] as const;

/** `missing` are the steps that are not done, in the order in which they help most. */
export const Completeness = z.strictObject({
  done: z.int(),
  of: z.int(),
  missing: z.array(z.enum(profileSteps)),
});
export type Completeness = z.infer<typeof Completeness>;

/**
 * The member's own profile with all that it can hold, whether or not the site shows it. `date_of_birth` is `YYYY-MM-DD`;
 * `seeks` is null for an unknown gender or sexuality. `changeable` says from when name and gender may change again, null
 * for now, and whether the date of birth still may (decisions A-changes).
 */
export const OwnProfile = z.strictObject({
  id: Id,
  name: z.string(),
  date_of_birth: z.string(),
  gender: Gender,
  seeks: z.nullable(z.enum(soughtGenders)),
  sexuality: Sexuality,
  country: Country,
  region: z.nullable(RegionId),
  city: z.nullable(z.string()),
  line: z.string(),
  about: z.string(),
  looking_for: z.string(),
  hair_colour: z.nullable(openEnum(hairColours)),
  eye_colour: z.nullable(openEnum(eyeColours)),
  body_type: z.nullable(openEnum(bodyTypes)),
  relationship_status: z.nullable(openEnum(relationshipStatuses)),
  tattoos: z.nullable(openEnum(tattooAnswers)),
  interests: z.array(z.string()),
  main_image: z.nullable(MainImage),
  changeable: z.strictObject({
    name: z.nullable(Moment),
    gender: z.nullable(Moment),
    date_of_birth: z.boolean(),
  }),
  completeness: Completeness,
});
export type OwnProfile = z.infer<typeof OwnProfile>;

const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.optional(z.nullable(z.enum(values)));
const text = z.optional(z.string().check(z.maxLength(10_000)));

/**
 * One section and the fields of it that change; the others keep their value, so that two tabs can edit one section. Null
 * or an empty text clears a field.
 */
export const ProfileSection = z.discriminatedUnion('section', [
  z.strictObject({
    section: z.literal('basics'),
    name: z.optional(z.string().check(z.maxLength(200))),
    date_of_birth: z.optional(z.string().check(z.maxLength(10))),
  }),
  z.strictObject({
    section: z.literal('orientation'),
    gender: z.optional(z.enum(genders)),
    seeks: z.optional(z.enum(soughtGenders)),
  }),
  z.strictObject({
    section: z.literal('place'),
    country: z.optional(Country),
    region: z.optional(z.nullable(RegionId)),
    city: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(100)))),
  }),
  z.strictObject({ section: z.literal('texts'), line: text, about: text, looking_for: text }),
  z.strictObject({
    section: z.literal('details'),
    relationship_status: choice(relationshipStatuses),
    body_type: choice(bodyTypes),
    hair_colour: choice(hairColours),
    eye_colour: choice(eyeColours),
    tattoos: choice(tattooAnswers),
  }),
  z.strictObject({
    section: z.literal('interests'),
    interests: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(100)),
  }),
]);
export type ProfileSection = z.infer<typeof ProfileSection>;

/**
 * Calls of one's own profile. `save` answers the whole profile after it; a refused field stops the whole section
 * (`invalid`, 422). Fields refused beyond their form: `changed_recently` and `changed_already` (decisions A-changes),
 * `not_allowed` for what the site does not show, for a gender it has no members of, and for a region or city that is not
 * in the list. A new country without a region clears the region, a new region without a city clears the city.
 */
export const profile = {
  own: endpoint({
    method: 'GET',
    path: '/api/profile.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ profile: OwnProfile }),
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/api/profile.php',
    access: 'member',
    input: ProfileSection,
    output: z.strictObject({ profile: OwnProfile }),
    limit: 30,
  }),
};
