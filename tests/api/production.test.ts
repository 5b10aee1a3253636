// Settings that production refuses, one sentence each.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig, type Config } from '#server/config/index';
import { checkDemoMembers, DEMO_LOGIN, demoAddress } from '#server/config/demo-members';
import { checkBrands, checkDatabase, checkProduction } from '#server/config/production';
import { openLog } from '#server/log';
import { serve } from '#server/main';
import type { Site } from '#site/load';
import { freshDatabase } from '../support/databases.ts';
import { freshFolder, startProcess } from '../support/processes.ts';
import { withOwnCompany } from '../support/own-company.ts';
import { siteAt, sites, startTestServer } from '../support/server.ts';

vi.mock('#server/config/demo-members', async (original) => {
  const real = await original<{ checkDemoMembers: typeof checkDemoMembers }>();
  return { ...real, checkDemoMembers: vi.fn(real.checkDemoMembers) };
});

/** How a refused start ended, and what it said. */
async function refusedStart(env: Record<string, string>): Promise<[number | null, string]> {
  const started = startProcess(env);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return [await started.ended, started.said().trim()];
}

const COMPANY_FIELDS = ['name', 'address', 'kvk', 'vat_numbers', 'support_phone', 'creditor_id'] as const;
const SETTINGS = ['domain', 'support_email', 'support_phone'] as const;
const EXAMPLE_FIELDS = [...COMPANY_FIELDS.map((field) => `company.${field}`), ...SETTINGS, 'descriptor'];

/** `own` with one field, as the refusal names it, of the example. */
function withExample(own: Site, { company, siteSettings, niche }: Site, field: string): Site {
  const take = <T extends object>(into: T, from: T, prefix = ''): T =>
    Object.fromEntries(
      Object.entries(into).map(([key, value]) => [key, `${prefix}${key}` === field ? from[key as keyof T] : value]),
    ) as T;
  return {
    ...own,
    company: take(own.company, company, 'company.'),
    siteSettings: take(own.siteSettings, siteSettings),
    niche: take(own.niche, niche),
  };
}

const MOLLIE_KEY = `live_${'a'.repeat(30)}`;
const STRIPE = { STRIPE_SECRET_KEY: `rk_live_${'a'.repeat(24)}`, STRIPE_WEBHOOK_SECRET: 'whsec_a1, whsec_b2' };

describe('production', () => {
  const good = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://web:Zk3vPq81@db.internal/matchloom',
    SMTP_URL: 'smtps://mail.internal',
    PUBLIC_ORIGIN: 'https://morrow.example',
    TRUST_PROXY: '1',
    ALLOW_NO_PROVIDER: '1',
    ALLOW_PLACEHOLDERS: '1',
  };
  const facts = {
    ...{ fsync: true, superuser: false, bypassRls: false, ownsTables: false },
    ...{ ownerBypassesRls: false, appRoleBypassesRls: false },
    ...{ encoding: 'UTF8', unsecuredTables: [] as readonly string[] },
  };
  const bad: [string, Record<string, string>, Partial<typeof facts>, RegExp][] = [
    ['the embedded database', { DATABASE_URL: '' }, {}, /power loss.*DATABASE_URL/],
    ['a well-known password', { DATABASE_URL: 'postgres://web:postgres@db/x' }, {}, /password/],
    ['no public origin', { PUBLIC_ORIGIN: '' }, {}, /https/],
    ['no HTTPS', { PUBLIC_ORIGIN: 'http://morrow.example' }, {}, /https/],
    ['a *.localhost origin', { PUBLIC_ORIGIN: 'https://x.localhost' }, {}, /this machine/],
    [
      'a well-known password of the owner',
      { MIGRATE_URL: 'postgres://owner:owner@db/x' },
      {},
      /password in MIGRATE_URL/,
    ],
    [
      'a well-known password of backups',
      { BACKUP_URL: 'postgres://matchloom_backup:changeme@db/x' },
      {},
      /password in BACKUP_URL/,
    ],
    ['a wildcard host', { HOST: '0.0.0.0', TRUST_PROXY: '0' }, {}, /HOST/],
    ['no proxy, where HTTPS needs one', { TRUST_PROXY: '0' }, {}, /TRUST_PROXY/],
    ['no provider with packages on sale', { ALLOW_NO_PROVIDER: '' }, {}, /provider/],
    [
      'placeholder company data',
      { ALLOW_PLACEHOLDERS: '' },
      {},
      /company\.name, company\.address, company\.kvk, company\.vat_numbers, domain, support_email, support_phone/,
    ],
    ['metrics on every address', { METRICS_PORT: '9100', HOST: '0.0.0.0' }, {}, /METRICS_PORT.*HOST=127/],
    ['metrics on a public address', { METRICS_PORT: '9100', HOST: '203.0.113.7' }, {}, /METRICS_PORT/],
    ['a public address for metrics', { METRICS_PORT: '9100', METRICS_HOST: '203.0.113.7' }, {}, /METRICS_PORT/],
    ['another push service', { PUSH_ORIGIN: 'https://push.example' }, {}, /PUSH_ORIGIN/],
    ['a debug log', { LOG_LEVEL: 'debug' }, {}, /LOG_LEVEL/],
    ['development pages', { DEV_PAGES: '1' }, {}, /DEV_PAGES/],
    ['no rate limits', { RATE_LIMITS: '0' }, {}, /RATE_LIMITS/],
    ['no mail server', { SMTP_URL: '' }, {}, /SMTP_URL/],
    ['the payment sandbox', { SANDBOX_URL: 'https://pay.example', SANDBOX_SECRET: 'Zk3vPq81Zk3vPq81' }, {}, /no money/],
    ['a test key of Mollie', { MOLLIE_API_KEY: `test_${'a'.repeat(30)}`, ALLOW_NO_PROVIDER: '' }, {}, /no money/],
    ['another host for Mollie', { MOLLIE_API_KEY: MOLLIE_KEY, MOLLIE_URL: 'https://pay.example' }, {}, /MOLLIE_URL/],
    ['a test key of Stripe', { ...STRIPE, STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(24)}` }, {}, /no money/],
    ['another host for Stripe', { ...STRIPE, STRIPE_URL: 'https://pay.example' }, {}, /STRIPE_URL/],
    ['its well-known secret', { SANDBOX_URL: 'https://pay.example', ALLOW_SANDBOX: '1' }, {}, /SANDBOX_SECRET/],
    ['a texting service without a key for IBANs', { SMS_URL: 'https://sms.example' }, {}, /IBAN_KEY/],
    ['a console without a key for what staff log in with', { STAFF_HOST: 'staff.example' }, {}, /IBAN_KEY/],
    ['an open texting service', { SMS_URL: 'http://sms.example', IBAN_KEY: 'k'.repeat(32) }, {}, /SMS_URL/],
    ['an open bucket', { FILES_URL: 'http://me:secret@s3.example/photos' }, {}, /FILES_URL/],
    ['fsync off', {}, { fsync: false }, /fsync/],
    ['a superuser login', {}, { superuser: true }, /superuser/],
    ['a login with BYPASSRLS', {}, { bypassRls: true }, /BYPASSRLS/],
    ['a login that owns the tables', {}, { ownsTables: true }, /owns/],
    ['an owner that bypasses row-level security', {}, { ownerBypassesRls: true }, /owner of the tables/],
    ['a role of requests that does', {}, { appRoleBypassesRls: true }, /matchloom_app/],
    ['a database that does not know letters', {}, { encoding: 'SQL_ASCII' }, /SQL_ASCII.*UTF8/],
    ['unsecured tables', {}, { unsecuredTables: ['account', 'ledger'] }, /2, such as account.*--replace/],
  ];
  const sentences = (config: Config, given: Partial<typeof facts>): string[] => [
    ...checkProduction(config),
    ...checkBrands(config, [siteAt(0)]),
    ...checkDatabase(config, { ...facts, ...given }),
  ];

  test('H4: valid settings are accepted', () => {
    expect(sentences(readConfig(good), {})).toEqual([]);
    expect(sentences(readConfig({ ...good, DATABASE_URL: '', ALLOW_EMBEDDED: '1' }), {})).toEqual([]);
    expect(sentences(readConfig({ ...good, HOST: '0.0.0.0', TRUST_PROXY: '1' }), {})).toEqual([]);
    for (const HOST of ['127.0.0.1', '10.0.0.5', '::1'])
      expect(sentences(readConfig({ ...good, METRICS_PORT: '9100', HOST }), {})).toEqual([]);
    // As in a container, whose address is not known before.
    for (const METRICS_HOST of ['127.0.0.1', '0.0.0.0', '::'])
      expect(sentences(readConfig({ ...good, METRICS_PORT: '9100', HOST: '0.0.0.0', METRICS_HOST }), {})).toEqual([]);
    const sandbox = { SANDBOX_URL: 'https://pay.example', SANDBOX_SECRET: 'Zk3vPq81Zk3vPq81', ALLOW_SANDBOX: '1' };
    expect(sentences(readConfig({ ...good, ...sandbox }), {})).toEqual([]);
    expect(sentences(readConfig({ ...good, MOLLIE_API_KEY: MOLLIE_KEY, ALLOW_NO_PROVIDER: '' }), {})).toEqual([]);
    expect(
      sentences(readConfig({ ...good, MOLLIE_API_KEY: `test_${'a'.repeat(30)}`, ALLOW_SANDBOX: '1' }), {}),
    ).toEqual([]);
    expect(sentences(readConfig({ ...good, ...STRIPE, ALLOW_NO_PROVIDER: '' }), {})).toEqual([]);
    const texting = { SMS_URL: 'https://me:secret@sms.example/send', IBAN_KEY: 'k'.repeat(32) };
    expect(sentences(readConfig({ ...good, ...texting }), {})).toEqual([]);
  });

  test('H4: a key of Mollie has its form, and there is one provider', () => {
    for (const MOLLIE_API_KEY of ['live_short', 'a'.repeat(35), `prod_${'a'.repeat(30)}`])
      expect(() => readConfig({ MOLLIE_API_KEY })).toThrow(/^MOLLIE_API_KEY must be a key that begins with live_/);
    expect(() => readConfig({ MOLLIE_API_KEY: MOLLIE_KEY, SANDBOX_URL: 'https://pay.example' })).toThrow(/two payment/);
    expect(readConfig({ MOLLIE_API_KEY: MOLLIE_KEY })).toMatchObject({ sandbox: null, mollie: { url: null } });
  });

  test('H4: a key of Stripe has its form, comes with the secrets of its webhooks, and is the only provider', () => {
    for (const STRIPE_SECRET_KEY of ['sk_live_short', `pk_live_${'a'.repeat(24)}`, 'a'.repeat(32)])
      expect(() => readConfig({ ...STRIPE, STRIPE_SECRET_KEY })).toThrow(
        /^STRIPE_SECRET_KEY must be a key that begins/,
      );
    for (const STRIPE_WEBHOOK_SECRET of ['secret', 'whsec_a1;whsec_b2', 'whsec_'])
      expect(() => readConfig({ ...STRIPE, STRIPE_WEBHOOK_SECRET })).toThrow(/^STRIPE_WEBHOOK_SECRET must be secrets/);
    for (const name of Object.keys(STRIPE))
      expect(() => readConfig({ ...STRIPE, [name]: '' })).toThrow(/belong together/);
    for (const other of [{ MOLLIE_API_KEY: MOLLIE_KEY }, { SANDBOX_URL: 'https://pay.example' }])
      expect(() => readConfig({ ...STRIPE, ...other })).toThrow(/two payment/);
    const { sandbox, mollie, stripe } = readConfig(STRIPE);
    expect([sandbox, mollie]).toEqual([null, null]);
    expect(stripe).toEqual({ key: STRIPE.STRIPE_SECRET_KEY, url: null, webhookSecrets: ['whsec_a1', 'whsec_b2'] });
  });

  test.each(bad)('H4: refused in production: %s', (_, env, given, sentence) => {
    const config = readConfig({ ...good, ...env });
    expect(sentences(config, given)).toEqual([expect.stringMatching(sentence)]);
    expect(sentences({ ...config, mode: 'development' }, given)).toEqual([]);
  });

  test('H4: each piece of an example’s company data is refused by its name, in every brand; one’s own is not', () => {
    const config = readConfig({ ...good, ALLOW_PLACEHOLDERS: '' });
    for (const example of sites) {
      const own = withOwnCompany(example);
      expect(checkBrands(config, [own])).toEqual([]);
      for (const field of EXAMPLE_FIELDS)
        expect(checkBrands(config, [withExample(own, example, field)])).toEqual([
          `niches/${own.folder}/niche.json has placeholders in ${field}: write your company's data, or set ALLOW_PLACEHOLDERS=1 to rehearse.`,
        ]);
    }
  });

  test('H4: an unsafe production start ends at once, with every reason', async () => {
    const [code, said] = await refusedStart({ NODE_ENV: 'production', DATA_DIR: freshFolder(), HOST: '0.0.0.0' });
    expect(code).toBe(2);
    expect(said.split('\n')).toHaveLength(5 + sites.length);
  });

  test('H4 D10: a superuser login ends a production start', async () => {
    const database = await freshDatabase('postgres');
    const url = Object.assign(new URL(database.url), { password: 'Zk3vPq81' }).href;
    const [code, said] = await refusedStart({ ...good, DATABASE_URL: url, DATA_DIR: freshFolder() });
    expect([code, said]).toEqual([2, expect.stringMatching(/superuser/)]);
  });

  test('H4 DE99: members of the demo, whose passwords everyone knows, are refused in every brand that has them', async () => {
    const server = await startTestServer(await freshDatabase('postgres'));
    onTestFinished(() => server.close());
    const config = readConfig({ ...good, ALLOW_PLACEHOLDERS: '' });
    const told = (given: Config = config) => checkDemoMembers(given, sites, server.database);
    const demo = await server.member({}, siteAt(1));
    const become = (email_key: string, status: 'active' | 'not_confirmed') =>
      server.database.inTenant(siteAt(1).id, (db) =>
        db.updateTable('account').set({ email_key, status }).where('id', '=', demo.id).execute(),
      );
    expect(await told()).toEqual([]);
    // Visitors of the demo may have changed or deleted all that its logins open.
    for (const address of [DEMO_LOGIN, demoAddress(8), demoAddress(899)]) {
      // Anyone may join with the address.
      await become(address, 'not_confirmed');
      expect(await told()).toEqual([]);
      await become(address, 'active');
      expect(await told()).toEqual([expect.stringContaining(`demo members of ${siteAt(1).folder}, whose`)]);
    }
    await become(`m0${DEMO_LOGIN}`, 'active');
    expect(await told()).toEqual([]);
    await become(demoAddress(8), 'active');
    expect([await told({ ...config, mode: 'development' }), await told(readConfig(good))]).toEqual([[], []]);
  });

  test('H4 DE99: a start ends when there are members of the demo', async () => {
    vi.mocked(checkDemoMembers).mockResolvedValueOnce(['There are members of the demo.']);
    const env = { NODE_ENV: 'test', DATA_DIR: freshFolder(), PORT: '0' };
    const config = { ...readConfig(env), database: await freshDatabase('postgres') };
    const start = serve(config, { root: process.cwd(), log: openLog('silent') });
    await expect(start).rejects.toThrow('There are members of the demo.');
  });
});
