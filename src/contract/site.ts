// Contract of a site: settings, interests, places, company.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { Country, Moment, RegionId } from './values.ts';

/** Facts a site may show on a profile (`visible_profile_fields`). */
export const profileFields = [
  'sexuality',
  'hair_colour',
  'eye_colour',
  'body_type',
  'relationship_status',
  'tattoos',
  'interests',
] as const;
/** Free texts a site may show on a profile (`visible_profile_notes`, decisions B29). */
export const profileNotes = ['about', 'looking_for'] as const;
/** Filters a site may offer (`search_fields`). */
export const searchFields = ['gender', 'country', 'countryregion', 'age', 'real', 'verified', 'two_way'] as const;

/** Lowest price of one message: `costs` in minor units of `currency`. */
export const MessageCost = z.strictObject({
  costs: z.int().check(z.minimum(0)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});

/** Settings of a site. Credits are whole credits, `message_length` is in graphemes, `refund_days` in days. */
export const SiteSettings = z.strictObject({
  countries: z.array(Country).check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  index_title: z.string(),
  description: z.string(),
  domain: z.string(),
  domain_language: z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
  cdn_prefix: z.string(),
  niche: z.int().check(z.minimum(1)),
  geoip_country: z.nullable(Country),
  geoip_selected_country: z.nullable(Country),
  signups: z.enum(['all', 'with_trafficsource', 'other']),
  account_disclosure: z._default(z.enum(['open', 'neutral']), 'open'),
  logged_out_search: z.enum(['none', 'other']),
  logged_out_search_trafficsource: z.enum(['none', 'other']),
  enable_site_entry_popup: z.enum(['yes', 'no']),
  push_public_key: z.nullable(z.string()),
  support_email: z.email(),
  support_phone: z.string(),
  visible_profile_fields: z.array(z.enum(profileFields)),
  visible_profile_notes: z.array(z.enum(profileNotes)),
  search_fields: z.array(z.enum(searchFields)),
  message_credits: z.int().check(z.minimum(0)),
  photo_credits: z.int().check(z.minimum(0)),
  gift_credits: z.strictObject({ min: z.int(), max: z.int() }),
  signup_credits: z.int().check(z.minimum(0)),
  message_length: z.int().check(z.minimum(1)),
  minimum_message_costs: z.record(Country, MessageCost),
  fictional_warning: z.string(),
  fictional_singular: z.string(),
  fictional_plural: z.string(),
  /** The law gives at least 14 days. */
  refund_days: z.int().check(z.minimum(14)),
  /** Orders that a member can charge to a kept card within 24 hours. */
  repeat_orders_per_day: z.int().check(z.minimum(1)),
  /** Days after which the credits of a message that was not opened come back, 2 to 60; 0: never. */
  return_days: z._default(z.int().check(z.minimum(0), z.maximum(60)), 0),
  /** Whether members can have their main photo verified. */
  verified_photos: z._default(z.boolean(), true),
  /** Whether a model looks for nudity in photos that are sent in chats. */
  nudity_guard: z._default(z.boolean(), true),
  /** Whether members are asked about signs of a scam in messages, and first ones with such signs may wait for staff. */
  scam_guard: z._default(z.boolean(), true),
  member_resell: z.boolean(),
  company_id: z.string(),
  mail_name: z.string(),
  interests: z.array(z.string()),
  region_data: z.record(Country, z.enum(['province', 'state', 'region', 'canton', 'county', 'voivodeship'])),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

/** The company behind a site. `delete_discount` is in per cent; `added` is when the company was registered here. */
export const CompanyInfo = z.strictObject({
  name: z.string(),
  address: z.string(),
  kvk: z.string(),
  city: z.string(),
  country: Country,
  tradenames: z.array(z.string()),
  vat_numbers: z.array(z.string()),
  support_phone: z.string(),
  delete_discount: z.number(),
  /** The SEPA creditor identifier; without one there is no direct debit. */
  creditor_id: z.optional(z.string().check(z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Za-z0-9]{1,28}$/))),
  added: Moment,
});
export type CompanyInfo = z.infer<typeof CompanyInfo>;

/** A part of a country, for forms and filters. */
export const Region = z.strictObject({ id: RegionId, name: z.string() });
export type Region = z.infer<typeof Region>;

/** Half of a position in degrees, with at most two decimals: a finer one is refused, so that none is ever received. */
const Degrees = z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,2})?$/));

/** The town nearest to a position. */
export const Geocode = z.strictObject({ country: Country, region: Region, city: z.string() });
export type Geocode = z.infer<typeof Geocode>;

/**
 * A browser's report of a Content-Security-Policy violation. Its shape varies by browser, so only its size is limited.
 */
export const CspReport = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

/**
 * Public calls about a site; none reads the database. `settings` accepts any query and ignores it (decisions B8).
 * `regions` without a country answers all countries of the site. `geocode` answers false when no town of a served
 * country is near; the position is neither stored nor answered (decisions B22).
 */
export const site = {
  settings: endpoint({
    method: 'GET',
    path: '/api/settings.php',
    access: 'anyone',
    input: z.looseObject({}),
    output: z.strictObject({ settings: SiteSettings }),
  }),
  interests: endpoint({
    method: 'GET',
    path: '/api/interests.php',
    access: 'anyone',
    input: NoInput,
    output: z.strictObject({ interests: z.array(z.string()) }),
  }),
  regions: endpoint({
    method: 'GET',
    path: '/api/regions.php',
    access: 'anyone',
    input: z.strictObject({ country: z.optional(Country) }),
    output: z.strictObject({ regions: z.record(Country, z.array(Region)) }),
  }),
  cities: endpoint({
    method: 'GET',
    path: '/api/cities.php',
    access: 'anyone',
    input: z.strictObject({ country: Country, region: RegionId }),
    output: z.strictObject({ cities: z.array(z.string()) }),
  }),
  geocode: endpoint({
    method: 'GET',
    path: '/api/geocode.php',
    access: 'anyone',
    input: z.strictObject({ lat: Degrees, lon: Degrees }),
    output: z.strictObject({ geocode: z.union([Geocode, z.literal(false)]) }),
    limit: 30,
  }),
  companyInfo: endpoint({
    method: 'GET',
    path: '/api/companyinfo.php',
    access: 'anyone',
    input: NoInput,
    output: CompanyInfo,
  }),
  cspReport: endpoint({
    method: 'POST',
    path: '/api/csp-report.php',
    access: 'anyone',
    input: CspReport,
    output: NoOutput,
    beacon: true,
    limit: 30,
  }),
};
