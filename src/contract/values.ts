// Small schemas that several features share: ids, enumerations, pictures.
import * as z from 'zod/mini';

/** A public id: a random UUID, so ids cannot be enumerated. */
export const Id = z.uuid();
/** What an id looks like, for texts that hold more than one. */
export const ID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** ISO 3166-1 alpha-2 country code. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/));
/** The country of a search: one, or `any`. */
export const SearchCountry = z.string().check(z.regex(/^([A-Z]{2}|any)$/));
/** A region id as `regions.php` lists it (like ISO 3166-2, e.g. `NL-UT`). */
export const RegionId = z.string().check(z.regex(/^[A-Z]{2}-[A-Z0-9-]{1,12}$/));
/** An interface language, e.g. `nb`. The site's locales decide which ones exist. */
export const Language = z.string().check(z.regex(/^[a-z]{2}$/));
/** A point in time as ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** The largest number of an `integer` column. */
export const INTEGER_END = 2_147_483_647;
/** A whole number that ends, at the latest, where the column does that it is stored in or compared with. */
export const wholeNumber = (least: number, most = INTEGER_END) => z.int().check(z.minimum(least), z.maximum(most));
/** The same as text of a query. */
export const numberInQuery = (least: number, most = INTEGER_END) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));

/** A text without control characters, lone surrogates and U+FFFD, which stands for bytes that could not be decoded. */
export const ReadableText = z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}\u{FFFD}]*$/u));
/** Optional text of a link's query. An invalid value reads as undefined, because the visitor cannot correct it. */
export const LenientText = z.catch(z.optional(ReadableText), undefined);

/** An enumeration that reads unknown values as `other` (decisions B21). */
export const openEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.catch(z.enum([...values, 'other']), 'other');

/** Values of the enumerations below; any other value reads as `other`. */
export const genders = ['male', 'female'] as const;
export const sexualities = ['hetero', 'gay', 'lesbian', 'bi'] as const;
export const Gender = openEnum(genders);
export const Sexuality = openEnum(sexualities);

export const hairColours = ['black', 'brown', 'blond', 'red', 'grey', 'white', 'dyed', 'bald'] as const;
export const eyeColours = ['brown', 'blue', 'green', 'grey', 'hazel'] as const;
export const bodyTypes = ['slim', 'average', 'athletic', 'curvy', 'full'] as const;
export const relationshipStatuses = [
  'single',
  'divorced',
  'separated',
  'widowed',
  'open_relationship',
  'in_relationship',
  'complicated',
] as const;
export const tattooAnswers = ['none', 'some', 'many'] as const;

/** What a new member is asked after joining, in this order; the address is confirmed after them. */
export const signupSteps = ['message', 'photo', 'personal', 'about', 'push'] as const;
export type SignupStep = (typeof signupSteps)[number];

/** A member's main photo. `match` is a path appended to the settings' `cdn_prefix`. `ai`: its file said that it was made or altered with AI. */
export const MainImage = z.strictObject({
  filename: z.string(),
  thumb_filename: z.string(),
  status: openEnum(['active', 'pending', 'rejected']),
  match: z.string(),
  ai: z._default(z.boolean(), false),
});
export type MainImage = z.infer<typeof MainImage>;
