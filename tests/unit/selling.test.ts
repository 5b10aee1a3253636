// Whether a brand is ready to sell, as the doctor says it.
import { expect, test } from 'vitest';
import { sellingFinding } from '#scripts/doctor/selling';
import { readConfig } from '#server/config/index';
import { loadSites, type Site } from '#site/load';

const [example] = loadSites(process.cwd());
if (!example) throw new Error('There are no niches.');
const site: Site = {
  ...example,
  siteSettings: { ...example.siteSettings, domain: 'morrow.dating', support_email: 'help@morrow.dating' },
  company: { ...example.company, kvk: '12345678', vat_numbers: ['NL123456789B01'], creditor_id: 'NL13ABC123456789000' },
};
const config = {
  ...readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://app:x@127.0.0.1/ml', SMTP_URL: 'smtp://127.0.0.1:25' }),
  backupUrl: 'postgres://backup:x@127.0.0.1/ml',
};
const share = { profiles: 200, fictional: 2 * site.niche.fictional_percent };

test('a brand with its own data needs only a provider that moves money', () => {
  const withKey = (key: string) =>
    sellingFinding({ ...config, sandbox: null, mollie: { key, url: null } }, { site, share, dns: [] });
  expect(withKey('live_x')).toEqual({ state: 'good', about: 'selling', text: `${site.folder}: ready to sell` });
  expect(withKey('test_x').text).toMatch(/not ready to sell: the key of Mollie is a test key, which moves no money\.$/);
  const { state, text } = sellingFinding({ ...config, sandbox: null, mollie: null }, { site, share, dns: [] });
  expect([state, text]).toEqual(['warning', `${site.folder}: not ready to sell: there is no payment provider.`]);
});

test('each gap of a brand is named: data, sandbox, mail, backup, campaigns, fictional share and domain', () => {
  const texts = (language: string) =>
    language === 'nl' ? { ...site.texts('nl'), campaigns: site.texts('en')['campaigns'] ?? {} } : site.texts(language);
  const { text } = sellingFinding(
    { ...config, sandbox: { url: 'http://127.0.0.1:1', secret: 'x', port: null }, smtpUrl: null, backupUrl: null },
    {
      site: { ...site, company: { ...site.company, kvk: '00000000' }, texts },
      share: { profiles: 200, fictional: 2 * site.niche.fictional_percent + 3 },
      dns: ['morrow.dating has no address'],
    },
  );
  for (const gap of [
    'company.kvk is a placeholder',
    'the sandbox, which moves no money',
    'no mail goes out',
    'there is no backup',
    'campaigns are not translated into nl',
    `fictional_percent says ${site.niche.fictional_percent}, and ${(site.niche.fictional_percent + 1.5).toFixed(1)} is counted`,
    'morrow.dating has no address',
  ])
    expect(text).toContain(gap);
});

test('a share that is within a point, or of no profile, is no gap', () => {
  const found = [
    { profiles: 1000, fictional: 10 * site.niche.fictional_percent + 9 },
    { profiles: 0, fictional: 0 },
    null,
  ];
  for (const each of found)
    expect(sellingFinding({ ...config, sandbox: null }, { site, share: each, dns: [] }).text).not.toContain(
      'fictional',
    );
});
