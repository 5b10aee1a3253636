// Builds and validates a site's settings from the defaults, its niche.json and its texts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SiteSettings } from '#contract/site';
import { interests } from '#domain/interests';
import { DEFAULTS } from '#domain/limits';
import { regionWord } from '#domain/region-words';
import { parseFile, SiteError } from './parse-file.ts';
import type { NicheFile } from './niche-file.ts';
import type { PriceList } from '#domain/prices';
import { readJson, type Texts } from './texts.ts';

/**
 * In order of precedence: niches/<niche>/settings.json if there is one, niche.json with its texts, defaults.
 * Throws a SiteError that names the field when the result is invalid or belongs to another niche.
 */
export function makeSiteSettings(
  root: string,
  folder: string,
  { niche, prices, words }: { niche: NicheFile; prices: PriceList; words: Texts },
): SiteSettings {
  const base: SiteSettings = {
    ...DEFAULTS,
    countries: niche.countries,
    name: niche.name,
    index_title: words['site']?.['index_title'] ?? niche.name,
    description: words['site']?.['description'] ?? '',
    domain: niche.domain,
    domain_language: niche.domain_language,
    cdn_prefix: '/media/',
    niche: niche.id,
    geoip_country: null,
    geoip_selected_country: null,
    signups: niche.signups,
    account_disclosure: niche.account_disclosure,
    logged_out_search: niche.logged_out_search,
    logged_out_search_trafficsource: niche.logged_out_search_trafficsource,
    enable_site_entry_popup: niche.entry_popup ? 'yes' : 'no',
    push_public_key: null,
    support_email: niche.support_email,
    support_phone: niche.support_phone,
    visible_profile_fields: niche.visible_profile_fields,
    visible_profile_notes: niche.visible_profile_notes,
    search_fields: niche.search_fields,
    minimum_message_costs: prices.messageCosts(niche.countries),
    fictional_warning: words['site']?.['fictional_warning'] ?? '',
    fictional_singular: words['site']?.['fictional_singular'] ?? '',
    fictional_plural: words['site']?.['fictional_plural'] ?? '',
    member_resell: false,
    company_id: niche.company.kvk,
    mail_name: niche.mail_name,
    interests: [...interests],
    region_data: Object.fromEntries(niche.countries.map((country) => [country, regionWord(country)])),
  };
  const path = `niches/${folder}/settings.json`;
  const overrides = existsSync(join(root, path)) ? readJson(root, path) : {};
  return checkSiteSettings({ ...base, ...(typeof overrides === 'object' ? overrides : {}) }, niche.id, path);
}

/** Validates a settings payload for the niche with that id; `source` is a file or an address. */
export function checkSiteSettings(payload: unknown, id: number, source: string): SiteSettings {
  const settings = parseFile(SiteSettings, payload, source);
  if (settings.niche !== id) {
    throw new SiteError(`${source}: field "niche" is ${settings.niche}, but the niche being built is ${id}.`);
  }
  if (settings.return_days === 1) {
    throw new SiteError(`${source}: field "return_days" is 1; give members 2 days or more to open a message, or 0.`);
  }
  if (settings.verified_photos) return settings;
  // What is not offered is not to be filtered by.
  return { ...settings, search_fields: settings.search_fields.filter((field) => field !== 'verified') };
}
