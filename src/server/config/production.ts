// Checks that a configuration is safe for production; otherwise the server refuses to start.
import type { Site } from '#site/load';
import { type Config, IBAN_KEY, SANDBOX_SECRET } from './index.ts';
import { APP_ROLE } from '../db/app-role.ts';
import type { DatabaseCapabilities } from '../db/capabilities.ts';

/** One sentence per problem; empty when the configuration is safe. */
export function checkProduction(config: Config): string[] {
  if (config.mode !== 'production') return [];
  const origin = config.publicOrigin ? new URL(config.publicOrigin) : null;
  const listensEverywhere = isEverywhere(config.host);
  const problems: [boolean, string][] = [
    [
      config.database.kind !== 'postgres' && !config.allowEmbedded,
      'The embedded database is not safe against power loss: set DATABASE_URL, or ALLOW_EMBEDDED=1 if you accept that.',
    ],
    ...loginsOf(config).map(([name, url]): [boolean, string] => [
      hasDefaultPassword(url),
      `The password in ${name} is empty or a well-known one: set a random one.`,
    ]),
    [
      origin?.protocol !== 'https:',
      'PUBLIC_ORIGIN must be an https address: session cookies would travel in the clear.',
    ],
    [isLocal(origin?.hostname ?? ''), 'PUBLIC_ORIGIN names this machine itself: set the address visitors use.'],
    [
      listensEverywhere && config.trustProxy === 0,
      'HOST listens on every address with no proxy in front: set HOST=127.0.0.1, or TRUST_PROXY to the number of proxies.',
    ],
    [
      !listensEverywhere && config.trustProxy === 0,
      'TRUST_PROXY is 0, but HTTPS needs a proxy in front, whose address all visitors would share: set their number.',
    ],
    [
      config.metricsPort !== null && !mayHaveMetrics(config),
      'METRICS_PORT would answer anyone: set METRICS_HOST=127.0.0.1, or METRICS_HOST=0.0.0.0 where a network of containers or a firewall keeps others out, or leave METRICS_PORT out.',
    ],
    [config.pushOrigin !== null, 'PUSH_ORIGIN has messages pushed to one more host, for tests: leave it out.'],
    [['debug', 'trace'].includes(config.logLevel), 'LOG_LEVEL debug and trace are for development: use info.'],
    [config.devPages, 'DEV_PAGES shows mail to anyone who asks: leave it out.'],
    [!config.rateLimits, 'RATE_LIMITS=0 is for tests: leave it out.'],
    ...providerProblems(config),
    [
      (config.smsUrl ?? config.staffHost) !== null && config.ibanKey === IBAN_KEY,
      'IBAN_KEY is missing, and the one of development is known to everyone: set a random one, and keep it.',
    ],
    [
      config.smsUrl !== null && !config.smsUrl.startsWith('https:'),
      'SMS_URL must be an https address: codes and numbers would travel in the clear.',
    ],
    [
      config.bucket?.endpoint.startsWith('http:') === true && !isPrivate(new URL(config.bucket.endpoint).hostname),
      'FILES_URL must be an https address: photos of members would travel in the clear.',
    ],
    [config.smtpUrl === null, 'SMTP_URL is missing: members would get no mail.'],
  ];
  return problems.filter(([isPresent]) => isPresent).map(([, sentence]) => sentence);
}

/** What is sold for no money, or cannot be sold. */
function providerProblems({ sandbox, mollie, stripe, allowSandbox, allowNoProvider }: Config): [boolean, string][] {
  return [
    [
      sandbox !== null && !allowSandbox,
      'SANDBOX_URL sells credits for no money: leave it out, or set ALLOW_SANDBOX=1 if you want that.',
    ],
    [
      sandbox?.secret === SANDBOX_SECRET,
      'SANDBOX_SECRET is missing, and the one of development is known to everyone: set a random one.',
    ],
    [
      (sandbox ?? mollie ?? stripe) === null && !allowNoProvider,
      'No payment provider is set, so nothing could be bought: set MOLLIE_API_KEY or STRIPE_SECRET_KEY, or ALLOW_NO_PROVIDER=1 to sell nothing yet.',
    ],
    [
      mollie?.key.startsWith('test_') === true && !allowSandbox,
      'MOLLIE_API_KEY is a test key, which sells credits for no money: set the live one, or ALLOW_SANDBOX=1 if you want that.',
    ],
    [(mollie?.url ?? null) !== null, 'MOLLIE_URL sends orders to another host, for tests: leave it out.'],
    [
      stripe?.key.includes('_test_') === true && !allowSandbox,
      'STRIPE_SECRET_KEY is a test key, which sells credits for no money: set the live one, or ALLOW_SANDBOX=1 if you want that.',
    ],
    [(stripe?.url ?? null) !== null, 'STRIPE_URL sends orders to another host, for tests: leave it out.'],
  ];
}

/** What the brands of this repository say of their company; a brand that is copied from one says it as well. */
const EXAMPLE = {
  name: 'Matchloom Brands B.V.',
  address: 'Keizersgracht 1',
  phone: /^\+31 20 - 808 00 \d\d$/,
  descriptor: 'MATCHLOOM BRANDS',
} as const;

/** The fields of a brand that still hold the data of an example. */
export function placeholdersOf({ siteSettings, company, niche }: Site): string[] {
  const isExample = (host: string): boolean => /(^|[.@])example(\.(com|net|org))?$/.test(host);
  return [
    ...(company.name === EXAMPLE.name ? ['company.name'] : []),
    ...(company.address === EXAMPLE.address ? ['company.address'] : []),
    ...(/^0+$/.test(company.kvk) ? ['company.kvk'] : []),
    ...(company.vat_numbers.some((number) => /0{8}/.test(number)) ? ['company.vat_numbers'] : []),
    ...(isExample(siteSettings.domain) ? ['domain'] : []),
    ...(isExample(siteSettings.support_email) ? ['support_email'] : []),
    ...(EXAMPLE.phone.test(siteSettings.support_phone) ? ['support_phone'] : []),
    ...(EXAMPLE.phone.test(company.support_phone) ? ['company.support_phone'] : []),
    ...(niche.descriptor === EXAMPLE.descriptor ? ['descriptor'] : []),
    ...(/0{8}/.test(company.creditor_id ?? '') ? ['company.creditor_id'] : []),
  ];
}

/** Checks the served brands; one sentence per brand. */
export function checkBrands(config: Config, sites: readonly Site[]): string[] {
  if (config.mode !== 'production' || config.allowPlaceholders) return [];
  return sites.flatMap((site) => {
    const fields = placeholdersOf(site);
    return fields.length > 0
      ? [
          `niches/${site.folder}/niche.json has placeholders in ${fields.join(', ')}: write your company's data, or set ALLOW_PLACEHOLDERS=1 to rehearse.`,
        ]
      : [];
  });
}

/** Checks what only the database knows. `checkProduction` covers the embedded one. */
export function checkDatabase(config: Config, capabilities: DatabaseCapabilities): string[] {
  if (config.mode !== 'production' || config.database.kind !== 'postgres') return [];
  const problems: [boolean, string][] = [
    [!capabilities.fsync, 'The database runs with fsync=off: a power cut could lose or break its data.'],
    [
      capabilities.encoding !== 'UTF8',
      `The database has the encoding ${capabilities.encoding}, which damages names and messages: make it anew as README.md shows, with UTF8.`,
    ],
    [
      capabilities.superuser,
      'The login of DATABASE_URL is a superuser, who passes row-level security: use a plain one and set MIGRATE_URL.',
    ],
    [capabilities.bypassRls, 'The login of DATABASE_URL has BYPASSRLS: take that right away.'],
    [
      capabilities.ownsTables,
      'The login of DATABASE_URL owns the tables and could turn row-level security off: use another one and set MIGRATE_URL.',
    ],
    [
      capabilities.ownerBypassesRls,
      'The owner of the tables passes row-level security, and so do the functions it owns: take SUPERUSER and BYPASSRLS from it.',
    ],
    [
      capabilities.appRoleBypassesRls,
      `The role ${APP_ROLE} passes row-level security: take SUPERUSER and BYPASSRLS from it.`,
    ],
    [
      capabilities.unsecuredTables.length > 0,
      `Tables lack row-level security (${capabilities.unsecuredTables.length}, such as ${capabilities.unsecuredTables[0]}), as after a restore that was cut off: restore again with --replace.`,
    ],
  ];
  return problems.filter(([isPresent]) => isPresent).map(([, sentence]) => sentence);
}

/** Every address counts only when it was chosen for the metrics: visitors are meant to reach HOST. */
const mayHaveMetrics = ({ host, metricsHost }: Config): boolean =>
  metricsHost === null ? isPrivate(host) : isPrivate(metricsHost) || isEverywhere(metricsHost);

function loginsOf({ database, backupUrl }: Config): [name: string, url: string][] {
  const own = database.kind === 'postgres' ? database : null;
  const all = { DATABASE_URL: own?.url, MIGRATE_URL: own?.migrateUrl, BACKUP_URL: backupUrl };
  return Object.entries(all).flatMap(([name, url]) => (url ? [[name, url]] : []));
}

function hasDefaultPassword(url: string): boolean {
  const { password, username } = new URL(url);
  return ['', 'postgres', 'password', 'secret', 'changeme', 'matchloom', username].includes(
    decodeURIComponent(password),
  );
}

/** An address that only this machine or its own network reaches. */
const isPrivate = (host: string): boolean =>
  isLocal(host) || /^(::1|f[cd][0-9a-f]{2}:.*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*)$/i.test(host);

const isEverywhere = (host: string): boolean => ['0.0.0.0', '::', '*'].includes(host);

const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.');
