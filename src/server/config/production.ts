// Checks that a configuration is safe for production; otherwise the server refuses to start.
import { type Config, SANDBOX_SECRET } from './index.ts';
import type { DatabaseCapabilities } from '../db/capabilities.ts';

/** One sentence per problem; empty when the configuration is safe. */
export function checkProduction(config: Config): string[] {
  if (config.mode !== 'production') return [];
  const origin = config.publicOrigin ? new URL(config.publicOrigin) : null;
  const problems: [boolean, string][] = [
    [
      config.database.kind !== 'postgres' && !config.allowEmbedded,
      'The embedded database is not safe against power loss: set DATABASE_URL, or ALLOW_EMBEDDED=1 if you accept that.',
    ],
    [hasDefaultPassword(config), 'The password in DATABASE_URL is empty or a well-known one: set a random one.'],
    [
      origin?.protocol !== 'https:',
      'PUBLIC_ORIGIN must be an https address: session cookies would travel in the clear.',
    ],
    [isLocal(origin?.hostname ?? ''), 'PUBLIC_ORIGIN names this machine itself: set the address visitors use.'],
    [
      ['0.0.0.0', '::', '*'].includes(config.host) && config.trustProxy === 0,
      'HOST listens on every address with no proxy in front: set HOST=127.0.0.1, or TRUST_PROXY to the number of proxies.',
    ],
    [['debug', 'trace'].includes(config.logLevel), 'LOG_LEVEL debug and trace are for development: use info.'],
    [config.devPages, 'DEV_PAGES shows mail to anyone who asks: leave it out.'],
    [!config.rateLimits, 'RATE_LIMITS=0 is for tests: leave it out.'],
    [
      config.sandbox !== null && !config.allowSandbox,
      'SANDBOX_URL sells credits for no money: leave it out, or set ALLOW_SANDBOX=1 if you want that.',
    ],
    [
      config.sandbox?.secret === SANDBOX_SECRET,
      'SANDBOX_SECRET is missing, and the one of development is known to everyone: set a random one.',
    ],
    [config.smtpUrl === null, 'SMTP_URL is missing: members would get no mail.'],
  ];
  return problems.filter(([isPresent]) => isPresent).map(([, sentence]) => sentence);
}

/** Checks what only the database knows. `checkProduction` covers the embedded one. */
export function checkDatabase(config: Config, capabilities: DatabaseCapabilities): string[] {
  if (config.mode !== 'production' || config.database.kind !== 'postgres') return [];
  const problems: [boolean, string][] = [
    [!capabilities.fsync, 'The database runs with fsync=off: a power cut could lose or break its data.'],
    [
      capabilities.superuser,
      'The login of DATABASE_URL is a superuser, who passes row-level security: use a plain one and set MIGRATE_URL.',
    ],
    [capabilities.bypassRls, 'The login of DATABASE_URL has BYPASSRLS: take that right away.'],
    [
      capabilities.ownsTables,
      'The login of DATABASE_URL owns the tables and could turn row-level security off: use another one and set MIGRATE_URL.',
    ],
  ];
  return problems.filter(([isPresent]) => isPresent).map(([, sentence]) => sentence);
}

function hasDefaultPassword(config: Config): boolean {
  if (config.database.kind !== 'postgres') return false;
  const { password, username } = new URL(config.database.url);
  return ['', 'postgres', 'password', 'secret', 'changeme', 'matchloom', username].includes(
    decodeURIComponent(password),
  );
}

const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.');
