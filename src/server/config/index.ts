// The only reader of the environment: returns a validated configuration or all errors at once.
import type { BlockList } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { DatabaseConfig } from '../db/config.ts';
import { isNetwork, listOf, networksOf, isOrigin, isPostgresUrl, isRedisUrl, withoutSlash } from './addresses.ts';
import { approvals, EXPECTED, levels, providers } from './expected.ts';
import { type BucketConfig, readFilesUrl } from './files-url.ts';
import { type MollieConfig, providerFault, providersOf, type SandboxConfig, type StripeConfig } from './providers.ts';

export interface Config {
  readonly mode: 'development' | 'production' | 'test';
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Where uploaded photos are kept; null keeps them in the folder of data. */
  readonly bucket: BucketConfig | null;
  readonly database: DatabaseConfig;
  /** What carries live events between processes; null for the database. */
  readonly redisUrl: string | null;
  /** The login that `npm run backup` uses; null without one. */
  readonly backupUrl: string | null;
  /** What `npm run deploy` runs at its end; null for nothing. */
  readonly afterDeploy: string | null;
  /** The folder of PostgreSQL's client programs; null finds them in the PATH. */
  readonly postgresPrograms: string | null;
  readonly smtpUrl: string | null;
  /** The address of the service that sends text messages; null stores them for the development mailbox. */
  readonly smsUrl: string | null;
  /** What the IBANs of mandates and the authenticators of staff are encrypted with. */
  readonly ibanKey: string;
  /** What the mail service shows when it reports bounces and complaints; null without such reports. */
  readonly mailWebhookSecret: string | null;
  /** Public scheme and host, e.g. `https://morrow.example`; null in development. */
  readonly publicOrigin: string | null;
  /** Number of trusted proxies in front; 0 ignores forwarded headers, which clients can forge. */
  readonly trustProxy: number;
  /** Whether a trusted proxy sets the forwarded host and overwrites the client's value. */
  readonly trustForwardedHost: boolean;
  /** The header in which a trusted proxy sends the visitor's country. */
  readonly countryHeader: string;
  /** Niche folders to serve; empty means all. */
  readonly niches: readonly string[];
  /** Where `/metrics` listens; null for nowhere. */
  readonly metricsPort: number | null;
  /** Where it listens instead of `host`; null for there. */
  readonly metricsHost: string | null;
  /** How long `/readyz` refuses before the process stops listening. */
  readonly drainSeconds: number;
  readonly logLevel: (typeof levels)[number];
  readonly allowEmbedded: boolean;
  readonly devPages: boolean;
  /** Origin of one more push service, as tests have one; null for those of the browsers alone. */
  readonly pushOrigin: string | null;
  /** The payment sandbox, which moves no money; null without one. */
  readonly sandbox: SandboxConfig | null;
  readonly allowSandbox: boolean;
  /** The account at Mollie; null without one. */
  readonly mollie: MollieConfig | null;
  /** The account at Stripe; null without one. */
  readonly stripe: StripeConfig | null;
  /** Which of two accounts sells; null where there is one at most. */
  readonly paymentProvider: (typeof providers)[number] | null;
  /** Whether production may start without a payment provider. */
  readonly allowNoProvider: boolean;
  /** Whether production may serve brands with the data of an example. */
  readonly allowPlaceholders: boolean;
  readonly rateLimits: boolean;
  /** Whether a new photo is shown at once or waits for a person. */
  readonly photoApproval: (typeof approvals)[number];
  /** Whether a first message with signs of a scam is delivered at once or waits for a person. */
  readonly firstMessages: (typeof approvals)[number];
  /** The host name of the console for staff; null for none in production, and any elsewhere. */
  readonly staffHost: string | null;
  /** Addresses and networks that reach the console; null means all. */
  readonly staffAddresses: BlockList | null;
}

/** For development only; production refuses it. */
export const SANDBOX_SECRET = 'the sandbox of a developer';
/** For development only, as the one above. */
export const IBAN_KEY = 'the iban key of a developer, 32 chars';
/** Load balancers ask every second or two. */
const DRAIN_SECONDS = 3;

/** Its message has one sentence per invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const text = (fallback: string) => z._default(z.string(), fallback);
const flag = z.optional(z.enum(['0', '1']));
const postgres = z._default(z.string().check(z.refine((value) => value === '' || isPostgresUrl(value))), '');
const address = z.string().check(z.regex(/^[\w.:-]+$/));
const origin = z.string().check(z.refine((value) => value === '' || isOrigin(value)));

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'production', 'test']), 'development'),
  HOST: z._default(address, '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 4321),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  FILES_URL: z._default(z.string().check(z.refine((value) => value === '' || readFilesUrl(value) !== null)), ''),
  DATABASE_URL: postgres,
  MIGRATE_URL: postgres,
  BACKUP_URL: postgres,
  REDIS_URL: z._default(z.string().check(z.refine((value) => value === '' || isRedisUrl(value))), ''),
  PG_BIN: text(''),
  AFTER_DEPLOY: text(''),
  SMTP_URL: z._default(z.string().check(z.regex(/^$|^smtps?:\/\/\S+$/)), ''),
  SMS_URL: z._default(z.string().check(z.regex(/^$|^https?:\/\/\S+$/)), ''),
  IBAN_KEY: z._default(z.string().check(z.minLength(32)), IBAN_KEY),
  MAIL_WEBHOOK_SECRET: z.optional(z.string().check(z.minLength(16))),
  PUBLIC_ORIGIN: z._default(origin, ''),
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9)), 0),
  TRUST_FORWARDED_HOST: flag,
  COUNTRY_HEADER: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/)), 'x-country-code'),
  NICHES: text(''),
  METRICS_HOST: z.optional(address),
  METRICS_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  DRAIN_SECONDS: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(60))),
  LOG_LEVEL: z.optional(z.enum(levels)),
  ALLOW_EMBEDDED: flag,
  DEV_PAGES: flag,
  RATE_LIMITS: flag,
  PHOTO_APPROVAL: z.optional(z.enum(approvals)),
  FIRST_MESSAGES: z._default(z.enum(approvals), 'automatic'),
  STAFF_HOST: z._default(z.string().check(z.regex(/^[a-z0-9.-]*$/)), ''),
  STAFF_ADDRESSES: z._default(z.string().check(z.refine((value) => listOf(value).every(isNetwork))), ''),
  PUSH_ORIGIN: z._default(origin, ''),
  SANDBOX_URL: z._default(origin, ''),
  SANDBOX_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  SANDBOX_SECRET: z._default(z.string().check(z.minLength(16)), SANDBOX_SECRET),
  ALLOW_SANDBOX: flag,
  MOLLIE_API_KEY: z.optional(z.string().check(z.regex(/^(test|live)_[A-Za-z0-9]{30,100}$/))),
  MOLLIE_URL: z._default(origin, ''),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[sr]k_(test|live)_[A-Za-z0-9]{20,250}$/))),
  STRIPE_WEBHOOK_SECRET: z._default(z.string().check(z.regex(/^(whsec_[\w+/=]+(, *|$))*$/)), ''),
  STRIPE_URL: z._default(origin, ''),
  PAYMENT_PROVIDER: z.optional(z.enum(providers)),
  ALLOW_NO_PROVIDER: flag,
  ALLOW_PLACEHOLDERS: flag,
});

/** Reads the environment. Throws a ConfigError that lists every invalid variable, never its value. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { success, data, error } = z.safeParse(Environment, variables);
  if (!success) {
    const invalid = [...new Set(error.issues.map((issue) => String(issue.path[0])))];
    throw new ConfigError(invalid.map((name) => `${name} must be ${EXPECTED[name] ?? '0 or 1'}.`).join('\n'));
  }
  if (data.TRUST_FORWARDED_HOST === '1' && data.TRUST_PROXY === 0)
    throw new ConfigError('TRUST_FORWARDED_HOST needs a proxy: set TRUST_PROXY, or leave it out.');
  const fault = providerFault(data);
  if (fault !== null) throw new ConfigError(fault);
  const isProduction = data.NODE_ENV === 'production';
  return {
    mode: data.NODE_ENV,
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    bucket: readFilesUrl(data.FILES_URL),
    database: databaseOf(data.DATABASE_URL, data.MIGRATE_URL, resolve(data.DATA_DIR)),
    redisUrl: data.REDIS_URL || null,
    backupUrl: data.BACKUP_URL || null,
    afterDeploy: data.AFTER_DEPLOY || null,
    postgresPrograms: data.PG_BIN || null,
    smtpUrl: data.SMTP_URL || null,
    smsUrl: data.SMS_URL || null,
    ibanKey: data.IBAN_KEY,
    mailWebhookSecret: data.MAIL_WEBHOOK_SECRET ?? null,
    publicOrigin: withoutSlash(data.PUBLIC_ORIGIN),
    trustProxy: data.TRUST_PROXY,
    trustForwardedHost: data.TRUST_FORWARDED_HOST === '1',
    countryHeader: data.COUNTRY_HEADER,
    niches: listOf(data.NICHES),
    metricsPort: data.METRICS_PORT ?? null,
    metricsHost: data.METRICS_HOST ?? null,
    drainSeconds: data.DRAIN_SECONDS ?? (isProduction ? DRAIN_SECONDS : 0),
    logLevel: data.LOG_LEVEL ?? 'info',
    allowEmbedded: data.ALLOW_EMBEDDED === '1',
    devPages: data.DEV_PAGES ? data.DEV_PAGES === '1' : !isProduction,
    rateLimits: data.RATE_LIMITS !== '0',
    photoApproval: data.PHOTO_APPROVAL ?? (isProduction ? 'manual' : 'automatic'),
    firstMessages: data.FIRST_MESSAGES,
    pushOrigin: withoutSlash(data.PUSH_ORIGIN),
    ...providersOf(data),
    staffHost: data.STAFF_HOST || null,
    staffAddresses: networksOf(listOf(data.STAFF_ADDRESSES)),
    allowSandbox: data.ALLOW_SANDBOX === '1',
    allowNoProvider: data.ALLOW_NO_PROVIDER === '1',
    allowPlaceholders: data.ALLOW_PLACEHOLDERS === '1',
  };
}

function databaseOf(url: string, migrateUrl: string, dataDir: string): DatabaseConfig {
  if (url) return { kind: 'postgres', url, ...(migrateUrl ? { migrateUrl } : {}) };
  return { kind: 'folder', folder: resolve(dataDir, 'db') };
}
