// The schemas of niche.json and of the locale files.
import * as z from 'zod/mini';
import { Country, genders, sexualities } from '#contract/values';
import { interests } from '#domain/interests';
import { CompanyInfo, profileFields, profileNotes, searchFields } from '#contract/site';

const Share = z.strictObject({
  gender: z.enum(genders),
  sexuality: z.enum(sexualities),
  share: z.number().check(z.positive()),
});
/** Accent colours of campaigns, by their names in _variables.scss. */
const accents = ['primary', 'secondary', 'success', 'accent', 'night'] as const;

/**
 * A campaign: the last segment of a lander's address. Its texts are `campaigns:<slug>_title` and `campaigns:<slug>_action` in every
 * language; `picture` is a file of the niche's public folder, at most 7 kB, that replaces the hero.
 */
const Campaign = z.strictObject({
  slug: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/)),
  accent: z.enum(accents),
  picture: z.string().check(z.regex(/^[a-z0-9-]+\.avif$/)),
});
export type Campaign = z.infer<typeof Campaign>;
const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/));

/** niche.json. `id` is the niche number of requirement SI1, `share`s are relative weights, ages are full years. */
export const NicheFile = z.strictObject({
  id: z.int().check(z.minimum(1), z.maximum(32_000)),
  name: z.string().check(z.minLength(1), z.maxLength(30)),
  domain: z.string().check(z.regex(/^[a-z0-9.-]+\.[a-z]{2,}$/)),
  domain_language: z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
  countries: z.array(Country).check(z.minLength(1)),
  support_email: z.email(),
  support_phone: z.string(),
  mail_name: z.string(),
  company: CompanyInfo,
  theme_colour: z.strictObject({ light: Colour, dark: Colour }),
  /** Colour of the brand and the buttons in mails, under white letters: `primary` of the light theme. */
  mail_colour: Colour,
  signups: z.enum(['all', 'with_trafficsource', 'other']),
  /** Whether a visitor is told that an address has an account (decisions B6). */
  account_disclosure: z._default(z.enum(['open', 'neutral']), 'open'),
  logged_out_search: z.enum(['none', 'other']),
  logged_out_search_trafficsource: z.enum(['none', 'other']),
  entry_popup: z.boolean(),
  us_footer: z.boolean(),
  campaigns: z.array(Campaign),
  /** The interests on the icons lander, in order; the default is in src/layouts/landers/interest-drawings.ts. */
  picks: z.optional(z.array(z.enum(interests)).check(z.length(12))),
  /** The descriptor on bank statements; must be neutral. */
  descriptor: z.string().check(z.minLength(3), z.maxLength(22)),
  search_fields: z.array(z.enum(searchFields)),
  visible_profile_fields: z.array(z.enum(profileFields)),
  visible_profile_notes: z.array(z.enum(profileNotes)),
  /** Four example people, labelled as fictional: a generated portrait and made-up facts. */
  previews: z
    .array(z.strictObject({ picture: z.string(), name: z.string(), age: z.int().check(z.minimum(18)) }))
    .check(z.length(4)),
  /** The composition of the seeded profiles; `tags` selects their texts. */
  members: z.strictObject({
    mix: z.array(Share).check(z.minLength(1)),
    ages: z.strictObject({ min: z.int().check(z.minimum(18)), max: z.int().check(z.maximum(99)) }),
    builds: z.optional(z.array(z.string())),
    tags: z.array(z.string()).check(z.minLength(1)),
  }),
});
export type NicheFile = z.infer<typeof NicheFile>;

/**
 * locales/<lang>/locale.json: the language's own name, its BCP 47 tag and its direction. A `draft` is still being translated: its pages
 * are exported for those who know their addresses, but no visitor or search engine is led to them.
 */
export const LocaleFile = z.strictObject({
  label: z.string().check(z.minLength(1)),
  tag: z.string().check(z.minLength(2)),
  direction: z.enum(['ltr', 'rtl']),
  draft: z.optional(z.boolean()),
});
export type LocaleFile = z.infer<typeof LocaleFile>;

/** A namespace of texts with flat keys. */
export const Words = z.record(z.string(), z.string());
/** A niche's own texts for one language: namespace → key → text. */
export const NicheWords = z.record(z.string(), Words);
