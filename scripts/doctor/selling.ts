// What keeps a brand from selling, beyond what keeps the server from starting: one line for each brand.
import { lookup, resolveMx } from 'node:dns/promises';
import type { Config } from '#server/config/index';
import { placeholdersOf } from '#server/config/production';
import type { Site } from '#site/load';
import { lacksCampaign } from '../campaign-words.ts';
import { type Finding, good } from './finding.ts';

/** Profiles that members can find, and how many of them are fictional. */
export interface Share {
  readonly profiles: number;
  readonly fictional: number;
}

/** Percentage points by which the share of niche.json may be away from the counted one. */
const MAX_AWAY = 1;

export interface Brand {
  readonly site: Site;
  /** Null when it could not be counted. */
  readonly share: Share | null;
  /** What the domain lacks; empty also without a look. */
  readonly dns: readonly string[];
}

export const sellingFinding = (config: Config, { site, share, dns }: Brand): Finding => {
  const missing = [
    ...placeholdersOf(site).map((field) => `${field} is a placeholder`),
    ...serverGaps(config),
    ...untranslated(site),
    ...fictionalGap(site, share),
    ...dns,
  ];
  if (missing.length === 0) return good('selling', `${site.folder}: ready to sell`);
  return { state: 'warning', about: 'selling', text: `${site.folder}: not ready to sell: ${missing.join('; ')}.` };
};

/** The same for all brands, and listed at each, since each is answered for by itself. */
const serverGaps = ({ sandbox, mollie, smtpUrl, database, backupUrl }: Config): string[] => [
  ...(sandbox ? ['the provider is the sandbox, which moves no money'] : []),
  ...(mollie?.key.startsWith('test_') ? ['the key of Mollie is a test key, which moves no money'] : []),
  ...(sandbox || mollie ? [] : ['there is no payment provider']),
  ...(smtpUrl === null ? ['no mail goes out'] : []),
  ...(database.kind === 'postgres' && !backupUrl ? ['there is no backup'] : []),
  ...(database.kind === 'postgres' ? [] : ['the embedded database has no backup']),
];

function untranslated(site: Site): string[] {
  const lacking = site.languages.filter(({ code }) =>
    site.niche.campaigns.some(({ slug }) => lacksCampaign(site, code, slug)),
  );
  return lacking.length === 0
    ? []
    : [`campaigns are not translated into ${lacking.map(({ code }) => code).join(', ')}`];
}

/** The FAQ publishes the share of niche.json. */
function fictionalGap({ niche }: Site, share: Share | null): string[] {
  if (!share || share.profiles === 0) return [];
  const counted = (100 * share.fictional) / share.profiles;
  return Math.abs(counted - niche.fictional_percent) <= MAX_AWAY
    ? []
    : [`fictional_percent says ${niche.fictional_percent}, and ${counted.toFixed(1)} is counted`];
}

/** Asks the network, so only when it is wanted. */
export async function dnsGaps({ siteSettings }: Site): Promise<string[]> {
  const mailDomain = siteSettings.support_email.split('@').at(-1) ?? '';
  const [address, mail] = await Promise.allSettled([lookup(siteSettings.domain), resolveMx(mailDomain)]);
  return [
    ...(address.status === 'rejected' ? [`${siteSettings.domain} has no address`] : []),
    ...(mail.status === 'rejected' ? [`${mailDomain} takes no mail`] : []),
  ];
}
