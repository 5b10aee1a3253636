// Whether a brand is ready to sell, as the doctor says it.
import { expect, test } from 'vitest';
import { sellingFinding } from '#scripts/doctor/selling';
import { readConfig } from '#server/config/index';
import { loadSites } from '#site/load';
import { withOwnCompany } from '../support/own-company.ts';

const [example] = loadSites(process.cwd());
if (!example) throw new Error('There are no niches.');
const site = withOwnCompany(example);
const config = {
  ...readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://app:x@127.0.0.1/ml', SMTP_URL: 'smtp://127.0.0.1:25' }),
  backupUrl: 'postgres://backup:x@127.0.0.1/ml',
};

test('a brand with its own data needs only a provider that moves money', () => {
  const withKey = (key: string) =>
    sellingFinding({ ...config, sandbox: null, mollie: { key, url: null } }, { site, dns: [] });
  expect(withKey('live_x')).toEqual({ state: 'good', about: 'selling', text: `${site.folder}: ready to sell` });
  expect(withKey('test_x').text).toMatch(/not ready to sell: the key of Mollie is a test key, which moves no money\.$/);
  const atStripe = (key: string) =>
    sellingFinding({ ...config, sandbox: null, stripe: { key, url: null, webhookSecrets: [] } }, { site, dns: [] });
  expect(atStripe('rk_live_x').state).toBe('good');
  expect(atStripe('sk_test_x').text).toMatch(/ready to sell: the key of Stripe is a test key, which moves no money\.$/);
  const { state, text } = sellingFinding({ ...config, sandbox: null, mollie: null, stripe: null }, { site, dns: [] });
  expect([state, text]).toEqual(['warning', `${site.folder}: not ready to sell: there is no payment provider.`]);
});

test('each gap of a brand is named: data, sandbox, mail, backup, campaigns and domain', () => {
  const texts = (language: string) =>
    language === 'nl' ? { ...site.texts('nl'), campaigns: site.texts('en')['campaigns'] ?? {} } : site.texts(language);
  const { text } = sellingFinding(
    { ...config, sandbox: { url: 'http://127.0.0.1:1', secret: 'x', port: null }, smtpUrl: null, backupUrl: null },
    {
      site: { ...site, company: { ...site.company, kvk: '00000000' }, texts },
      dns: ['morrow.dating has no address'],
    },
  );
  for (const gap of [
    'company.kvk is a placeholder',
    'the sandbox, which moves no money',
    'no mail goes out',
    'there is no backup',
    'campaigns are not translated into nl',
    'morrow.dating has no address',
  ])
    expect(text).toContain(gap);
});

test('DE94: a brand more than half of whose profiles are fictional is not ready to sell', () => {
  const ready = { ...config, sandbox: null, mollie: { key: 'live_x', url: null } };
  const said = (fictional: number) =>
    sellingFinding(ready, { site, dns: [], profiles: { profiles: 10, fictional, demo: false } }).text;
  expect([said(0), said(5)]).toEqual(Array(2).fill(`${site.folder}: ready to sell`));
  expect(said(6)).toContain('6 of the 10 profiles that members find are fictional');
  const none = { profiles: 0, fictional: 0, demo: false };
  expect(sellingFinding(ready, { site, dns: [], profiles: none }).state).toBe('good');
});

test('DE99: a brand whose members are those of the demo is not ready to sell', () => {
  const ready = { ...config, sandbox: null, mollie: { key: 'live_x', url: null } };
  const profiles = { profiles: 9, fictional: 0, demo: true };
  expect(sellingFinding(ready, { site, dns: [], profiles }).text).toMatch(
    /not ready to sell: its members are those of/,
  );
});
