// The only reader of the environment: returns a validated configuration or all errors at once.
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { DatabaseConfig } from '../db/config.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly mode: 'development' | 'production' | 'test';
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly smtpUrl: string | null;
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
  readonly logLevel: (typeof levels)[number];
  readonly allowEmbedded: boolean;
  readonly devPages: boolean;
  /** The payment sandbox, which moves no money; null without one. */
  readonly sandbox: SandboxConfig | null;
  readonly allowSandbox: boolean;
  readonly rateLimits: boolean;
}

interface SandboxConfig {
  readonly url: string;
  /** Port of a sandbox started with this server; null for one running elsewhere. */
  readonly port: number | null;
  readonly secret: string;
}

/** For development only; production refuses it. */
export const SANDBOX_SECRET = 'the sandbox of a developer';
/** Offset of the sandbox's port from the server's, so that two servers on one machine do not collide. */
const SANDBOX_PORT_OFFSET = 500;

/** Its message has one sentence per invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const text = (fallback: string) => z._default(z.string(), fallback);
const flag = z.optional(z.enum(['0', '1']));
const postgres = z._default(z.string().check(z.refine((value) => value === '' || isPostgresUrl(value))), '');
const origin = z.string().check(z.refine((value) => value === '' || isOrigin(value)));

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'production', 'test']), 'development'),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 4321),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: postgres,
  MIGRATE_URL: postgres,
  SMTP_URL: z._default(z.string().check(z.regex(/^$|^smtps?:\/\/\S+$/)), ''),
  PUBLIC_ORIGIN: z._default(origin, ''),
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9)), 0),
  TRUST_FORWARDED_HOST: flag,
  COUNTRY_HEADER: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/)), 'x-country-code'),
  NICHES: text(''),
  LOG_LEVEL: z.optional(z.enum(levels)),
  ALLOW_EMBEDDED: flag,
  DEV_PAGES: flag,
  RATE_LIMITS: flag,
  SANDBOX_URL: z._default(origin, ''),
  SANDBOX_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  SANDBOX_SECRET: z._default(z.string().check(z.minLength(16)), SANDBOX_SECRET),
  ALLOW_SANDBOX: flag,
});

const EXPECTED: Readonly<Record<string, string>> = {
  NODE_ENV: 'development, production or test',
  HOST: 'an address to listen on, such as 127.0.0.1',
  PORT: 'a port number from 0 to 65535',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address such as postgres://user:password@host/name',
  MIGRATE_URL: 'an address such as postgres://owner:password@host/name',
  SMTP_URL: 'an address such as smtps://user:password@host',
  PUBLIC_ORIGIN: 'scheme and host only, such as https://morrow.example',
  TRUST_PROXY: 'the number of proxies in front, from 0 to 9',
  COUNTRY_HEADER: 'a header name in lower case',
  SANDBOX_URL: 'scheme and host only, such as http://localhost:4821',
  SANDBOX_PORT: 'a port number from 1 to 65535',
  SANDBOX_SECRET: 'at least 16 characters',
  LOG_LEVEL: `one of ${levels.join(', ')}`,
};

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
  const isProduction = data.NODE_ENV === 'production';
  return {
    mode: data.NODE_ENV,
    host: data.HOST,
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    database: databaseOf(data.DATABASE_URL, data.MIGRATE_URL, resolve(data.DATA_DIR)),
    smtpUrl: data.SMTP_URL || null,
    publicOrigin: data.PUBLIC_ORIGIN.replace(/\/$/, '') || null,
    trustProxy: data.TRUST_PROXY,
    trustForwardedHost: data.TRUST_FORWARDED_HOST === '1',
    countryHeader: data.COUNTRY_HEADER,
    niches: data.NICHES.split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    logLevel: data.LOG_LEVEL ?? 'info',
    allowEmbedded: data.ALLOW_EMBEDDED === '1',
    devPages: data.DEV_PAGES ? data.DEV_PAGES === '1' : !isProduction,
    rateLimits: data.RATE_LIMITS !== '0',
    sandbox: sandboxOf(data),
    allowSandbox: data.ALLOW_SANDBOX === '1',
  };
}

/** Without SANDBOX_URL, only development has a sandbox, and only when the server's port is known in advance. */
function sandboxOf(data: z.infer<typeof Environment>): SandboxConfig | null {
  const secret = data.SANDBOX_SECRET;
  if (data.SANDBOX_URL) return { url: data.SANDBOX_URL.replace(/\/$/, ''), port: data.SANDBOX_PORT ?? null, secret };
  const { NODE_ENV: mode, PORT: serverPort } = data;
  const port =
    data.SANDBOX_PORT ??
    (serverPort === 0
      ? 0
      : serverPort + SANDBOX_PORT_OFFSET > 65_535
        ? serverPort - SANDBOX_PORT_OFFSET
        : serverPort + SANDBOX_PORT_OFFSET);
  return mode === 'development' && port > 0 ? { url: `http://localhost:${port}`, port, secret } : null;
}

function databaseOf(url: string, migrateUrl: string, dataDir: string): DatabaseConfig {
  if (url) return { kind: 'postgres', url, ...(migrateUrl ? { migrateUrl } : {}) };
  return { kind: 'folder', folder: resolve(dataDir, 'db') };
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '') === url.origin;
}

function isPostgresUrl(value: string): boolean {
  const url = /^postgres(ql)?:\/\/\S+$/.test(value) ? URL.parse(value) : null;
  try {
    return (
      url !== null && [url.username, url.password, url.pathname].every((part) => decodeURIComponent(part) !== null)
    );
  } catch {
    return false;
  }
}
