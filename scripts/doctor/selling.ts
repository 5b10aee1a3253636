// What keeps a brand from selling, beyond what keeps the server from starting: one line for each brand.
import { lookup, resolveMx } from 'node:dns/promises';
import type { Config } from '#server/config/index';
import { placeholdersOf } from '#server/config/production';
import type { Site } from '#site/load';
import { lacksCampaign } from '../campaign-words.ts';
import { type Finding, good } from './finding.ts';
import type { Profiles } from './profiles.ts';

export interface Brand {
  readonly site: Site;
  /** What the domain lacks; empty also without a look. */
  readonly dns: readonly string[];
  /** Undefined where they cannot be counted. */
  readonly profiles?: Profiles | undefined;
}

export const sellingFinding = (config: Config, { site, dns, profiles }: Brand): Finding => {
  const missing = [
    ...placeholdersOf(site).map((field) => `${field} is a placeholder`),
    ...serverGaps(config),
    ...untranslated(site),
    ...mostlyFictional(profiles),
    ...(profiles?.demo ? ['its members are those of the demo, whose passwords everyone knows'] : []),
    ...dns,
  ];
  if (missing.length === 0) return good('selling', `${site.folder}: ready to sell`);
  return { state: 'warning', about: 'selling', text: `${site.folder}: not ready to sell: ${missing.join('; ')}.` };
};

/** The same for all brands, and listed at each, since each is answered for by itself. */
const serverGaps = ({ sandbox, mollie, stripe, smtpUrl, database, backupUrl }: Config): string[] => [
  ...(sandbox ? ['the provider is the sandbox, which moves no money'] : []),
  ...(mollie?.key.startsWith('test_') ? ['the key of Mollie is a test key, which moves no money'] : []),
  ...(stripe?.key.includes('_test_') ? ['the key of Stripe is a test key, which moves no money'] : []),
  ...(sandbox || mollie || stripe ? [] : ['there is no payment provider']),
  ...(smtpUrl === null ? ['no mail goes out'] : []),
  ...(database.kind === 'postgres' && !backupUrl ? ['there is no backup'] : []),
  ...(database.kind === 'postgres' ? [] : ['the embedded database has no backup']),
];

function untranslated(site: Site): string[] {
  const lacking = site.published.filter(({ code }) =>
    site.niche.campaigns.some(({ slug }) => lacksCampaign(site, code, slug)),
  );
  return lacking.length === 0
    ? []
    : [`campaigns are not translated into ${lacking.map(({ code }) => code).join(', ')}`];
}

/** Who pays to write there would mostly write to no one (decisions E94). */
const mostlyFictional = (found: Profiles | undefined): string[] =>
  found && 2 * found.fictional > found.profiles
    ? [`${found.fictional} of the ${found.profiles} profiles that members find are fictional`]
    : [];

/** Asks the network, so only when it is wanted. */
export async function dnsGaps({ siteSettings }: Site): Promise<string[]> {
  const mailDomain = siteSettings.support_email.split('@').at(-1) ?? '';
  const [address, mail] = await Promise.allSettled([lookup(siteSettings.domain), resolveMx(mailDomain)]);
  return [
    ...(address.status === 'rejected' ? [`${siteSettings.domain} has no address`] : []),
    ...(mail.status === 'rejected' ? [`${mailDomain} takes no mail`] : []),
  ];
}
