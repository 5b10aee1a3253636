// What a page needs of its site at build time: its words, its pictures, and its data for islands.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Settings } from '#contract/site';
import { moneyText, regionName, regionOf } from './formats.ts';
import { memoize } from './memoize.ts';
import type { Site } from './load.ts';
import type { Campaign } from './niche-file.ts';
import { messageCosts } from '#domain/prices';

/** The settings with their texts in the page's language. */
export function settingsFor(site: Site, language: string): Settings {
  const words = site.texts(language)['site'] ?? {};
  const text = (key: 'fictional_warning' | 'fictional_singular' | 'fictional_plural'): string =>
    words[key] ?? site.settings[key];
  return {
    ...site.settings,
    fictional_warning: text('fictional_warning'),
    fictional_singular: text('fictional_singular'),
    fictional_plural: text('fictional_plural'),
  };
}

/** Names of the site's countries in a language, by code. */
export const countryNames = (site: Site, tag: string): Record<string, string> =>
  Object.fromEntries(site.settings.countries.map((country) => [country, regionName(tag, country)]));

/** The country a form offers first: the one of the language's own tag, else the site's first. */
export function homeCountry(site: Site, tag: string): string {
  const { countries } = site.settings;
  const home = regionOf(tag);
  return countries.includes(home) ? home : (countries[0] ?? '');
}

/** A script as it is written into a page: without comments and indentation. */
export const inlineScript = memoize((source: string) =>
  source
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '')
    .trim(),
);

/** A file of the niche's folder as text, or as a data URI. */
export const nicheText = (site: Site, path: string): string =>
  readFileSync(join(process.cwd(), 'niches', site.folder, path), 'utf8');
export const nicheDataUri = (site: Site, path: string, type: string): string =>
  `data:${type};base64,${readFileSync(join(process.cwd(), 'niches', site.folder, path)).toString('base64')}`;

/** A drawing of the niche's folder as a data URI that packs well: escaped is only what must be. */
export const nicheSvgUri = (site: Site, path: string): string => {
  const drawing = nicheText(site, path).trim().replace(/\s+/g, ' ');
  const quoted = drawing.includes("'") ? drawing : drawing.replaceAll('"', "'");
  return `data:image/svg+xml,${quoted.replace(/[%#<>]/g, encodeURIComponent)}`;
};

/** Whether the niche's folder holds a file. */
export const nicheHas = (site: Site, path: string): boolean =>
  existsSync(join(process.cwd(), 'niches', site.folder, path));

/** Pictures drawn small at the build (scripts/build/previews.ts), as data URIs; a start with hot reload may come before them. */
const drawnDataUri = (name: string): string | undefined => {
  const file = join(process.cwd(), '.cache', 'previews', name);
  return existsSync(file) ? `data:image/avif;base64,${readFileSync(file).toString('base64')}` : undefined;
};
/** An example person's portrait, 400 by 500: its address, or the picture itself where it leads a page. */
export const previewPath = (picture: string): string => `/previews/${picture}.avif`;
export const previewDataUri = (picture: string): string =>
  drawnDataUri(`${picture}-preview.avif`) ?? previewPath(picture);
/** What a lander opens with, 560 px wide: the campaign's picture, or the niche's own. */
export const openingDataUri = (site: Site, campaign?: Campaign): string => {
  const name = campaign?.picture ?? 'hero.avif';
  return drawnDataUri(`${site.folder}-${name}`) ?? `/${name}`;
};

/** Absolute address of a path on the site's own domain. */
export const absolute = (site: Site, path: string): string => `https://${site.settings.domain}${path}`;

/**
 * The cheapest message for a language tag, in its home country's money as the price tables write it; where the settings are silent about
 * that country, at our own prices.
 */
export function cheapestMessage(site: Site, tag: string): string {
  const { minimum_message_costs: costs, message_credits: credits } = site.settings;
  const home = homeCountry(site, tag);
  const cost = costs[home] ?? messageCosts([home])[home];
  return cost ? moneyText(tag, cost.costs * credits, cost.currency) : '';
}
