// What each setting has to be: the choices of some, and what the message about an invalid one says.
export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const approvals = ['automatic', 'manual'] as const;
/** Payment providers that move money. */
export const providers = ['mollie', 'stripe'] as const;

/** By name; a setting that is missing here is 0 or 1. */
export const EXPECTED: Readonly<Record<string, string>> = {
  NODE_ENV: 'development, production or test',
  HOST: 'an address to listen on, such as 127.0.0.1',
  PORT: 'a port number from 0 to 65535',
  DATA_DIR: 'a folder',
  FILES_URL: 'an address such as https://key:secret@s3.example/bucket?region=eu-1, with %2F for / in the secret',
  DATABASE_URL: 'an address such as postgres://user:password@host/name',
  MIGRATE_URL: 'an address such as postgres://owner:password@host/name',
  BACKUP_URL: 'an address such as postgres://backup:password@host/name',
  REDIS_URL: 'an address such as rediss://user:password@host:6379',
  SMTP_URL: 'an address such as smtps://user:password@host',
  SMS_URL: 'an address such as https://user:password@sms.example/send',
  IBAN_KEY: 'at least 32 characters',
  MAIL_WEBHOOK_SECRET: 'at least 16 characters',
  PUBLIC_ORIGIN: 'scheme and host only, such as https://morrow.example',
  TRUST_PROXY: 'the number of proxies in front, from 0 to 9',
  COUNTRY_HEADER: 'a header name in lower case',
  STAFF_HOST: 'a host name, such as staff.morrow.example',
  STAFF_ADDRESSES: 'addresses or networks with commas between them, such as 203.0.113.0/24',
  PUSH_ORIGIN: 'scheme and host only, such as https://push.example',
  SANDBOX_URL: 'scheme and host only, such as http://localhost:4821',
  SANDBOX_PORT: 'a port number from 1 to 65535',
  SANDBOX_SECRET: 'at least 16 characters',
  MOLLIE_API_KEY: 'a key that begins with live_ or test_, from the dashboard of Mollie',
  MOLLIE_URL: 'scheme and host only, such as https://localhost:4900',
  STRIPE_SECRET_KEY: 'a key that begins with sk_live_, rk_live_, sk_test_ or rk_test_, from the dashboard of Stripe',
  STRIPE_WEBHOOK_SECRET: 'secrets that begin with whsec_, with commas between them',
  STRIPE_URL: 'scheme and host only, such as http://localhost:4901',
  PAYMENT_PROVIDER: providers.join(' or '),
  PHOTO_APPROVAL: approvals.join(' or '),
  FIRST_MESSAGES: approvals.join(' or '),
  METRICS_HOST: 'an address to listen on, such as 127.0.0.1',
  METRICS_PORT: 'a port number from 1 to 65535',
  DRAIN_SECONDS: 'seconds from 0 to 60',
  LOG_LEVEL: `one of ${levels.join(', ')}`,
};
