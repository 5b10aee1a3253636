// Public site data: settings, interests, places, company; and the reports that browsers send.
import { expect, test } from 'vitest';
import { SiteSettings } from '#contract/site';
import * as z from 'zod/mini';
import { eachEngine, siteAt, sites } from '../support/server.ts';

interface Answered {
  readonly settings: z.infer<typeof SiteSettings>;
}

eachEngine('site', (server) => {
  test('SI18 SI21 SI22 SI23 SI24 SI25 SI26: site.settings answers everything the requirements list, each niche its own', async () => {
    for (const site of sites) {
      const { status, body } = await server().call('/api/settings.php', { site });
      expect(status).toBe(200);
      const { settings } = body as unknown as Answered;
      expect(z.parse(SiteSettings, settings)).toEqual(settings);
      expect(settings).toMatchObject({
        niche: site.id,
        name: site.name,
        domain: site.siteSettings.domain,
        message_credits: 1,
        photo_credits: 2,
        signup_credits: 4,
        message_length: 1000,
        refund_days: 14,
      });
      expect(Object.keys(settings.minimum_message_costs).sort()).toEqual([...settings.countries].sort());
    }
  });

  test('SI19 SI20: the query never changes the tenant', async () => {
    const { body } = await server().call('/api/settings.php', {
      query: `niche=${siteAt(2).id}&domain=${siteAt(2).siteSettings.domain}&tenant=3&network=x`,
    });
    expect((body as unknown as Answered).settings.niche).toBe(siteAt(0).id);
  });

  test('SI22: the country of a visitor comes only from a trusted proxy', async () => {
    const { body } = await server().call('/api/settings.php', { headers: { 'x-country-code': 'NL' } });
    expect((body as unknown as Answered).settings).toMatchObject({ geoip_country: null, geoip_selected_country: null });
  });

  test('PR5 PR11: site.interests lists them', async () => {
    const { body } = await server().call('/api/interests.php');
    expect((body['interests'] as string[]).length).toBeGreaterThan(45);
  });

  test('PR11 ME5: site.regions answers all countries or one, site.cities its towns', async () => {
    const all = (await server().call('/api/regions.php')).body['regions'] as Record<string, { id: string }[]>;
    expect(Object.keys(all)).toEqual(siteAt(0).siteSettings.countries);
    const country = siteAt(0).siteSettings.countries[0] ?? '';
    const one = (await server().call('/api/regions.php', { query: `country=${country}` })).body[
      'regions'
    ] as typeof all;
    expect(Object.keys(one)).toEqual([country]);
    const region = one[country]?.[0]?.id ?? '';
    expect(
      (await server().call('/api/cities.php', { query: `country=${country}&region=${region}` })).body['cities'],
    ).not.toEqual([]);
    expect((await server().call('/api/cities.php', { query: 'country=ZZ&region=ZZ-1' })).body).toEqual({ cities: [] });
  });

  test('SI28 SI29: site.companyInfo answers the trader of the niche', async () => {
    const { body } = await server().call('/api/companyinfo.php', { site: siteAt(1) });
    expect(body).toEqual(siteAt(1).company);
  });

  test('F3 E9: site.cspReport counts a report without recording the visitor’s page', async () => {
    const report = {
      'csp-report': {
        'effective-directive': 'img-src',
        'blocked-uri': 'https://evil.test/secret?who=1',
        'document-uri': 'https://x/members/secret',
      },
    };
    const answer = await server().call('/api/csp-report.php', {
      json: report,
      headers: { 'content-type': 'application/csp-report', 'sec-fetch-site': null, 'idempotency-key': null },
    });
    expect(answer.status).toBe(204);
    const line = server().logged.find((each) => each.includes('csp report')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ directive: 'img-src', blocked: 'evil.test' });
    expect(line).not.toContain('secret');
    expect(
      (
        await server().call('/api/csp-report.php', {
          json: [{ type: 'csp-violation', body: { effectiveDirective: 'style-src-attr', blockedURL: 'inline' } }],
        })
      ).status,
    ).toBe(204);
  });

  test('PR8 DB22: site.geocode answers the nearest town, and false far from every town', async () => {
    const locate = async (query: string, site = siteAt(0)) =>
      (await server().call('/api/geocode.php', { query, site })).body;
    expect(await locate('lat=52.09&lon=5.12')).toEqual({
      geocode: { country: 'NL', region: { id: 'NL-UT', name: 'Utrecht' }, city: 'Utrecht' },
    });
    expect(await locate('lat=30&lon=-40')).toEqual({ geocode: false });
    expect(await locate('lat=0&lon=0')).toEqual({ geocode: false });
    expect(await locate('lat=999&lon=999')).toEqual({ geocode: false });
  });

  test('PR8 SA7: site.geocode refuses a position finer than two decimals, and logs none', async () => {
    for (const query of [
      'lat=52.091&lon=5.12',
      'lat=52.09&lon=5.123456',
      'lat=x&lon=5',
      'lat=52.09',
      'lat=1e1&lon=5',
    ]) {
      const { status } = await server().call('/api/geocode.php', { query });
      expect([query, status]).toEqual([query, 422]);
    }
    await server().call('/api/geocode.php', { query: 'lat=52.09&lon=5.12' });
    expect(server().logged.join()).not.toContain('52.09');
  });
});

eachEngine(
  'site behind a proxy',
  (server) => {
    test('SI22 DB22: a trusted proxy says the country', async () => {
      const { body } = await server().call('/api/settings.php', { headers: { 'x-country-code': 'nl' } });
      expect((body as unknown as Answered).settings).toMatchObject({
        geoip_country: 'NL',
        geoip_selected_country: 'NL',
      });
      const other = await server().call('/api/settings.php', { headers: { 'x-country-code': 'BR' } });
      expect((other.body as unknown as Answered).settings).toMatchObject({
        geoip_country: 'BR',
        geoip_selected_country: null,
      });
    });
  },
  {},
  { TRUST_PROXY: '1' },
);
