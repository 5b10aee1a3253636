// Carries out contract/site: settings, interests, places, company, reports of broken page policies.
import type { site } from '#contract/site';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

export function siteHandlers({ places }: Services): Handlers<typeof site> {
  return {
    // The query is a page's own (tracking and the like): it never chooses the tenant (decisions B8).
    settings: {
      transactions: 'none',
      handle: ({ site, country }) => {
        const selected = country && site.settings.countries.includes(country) ? country : null;
        return { settings: { ...site.settings, geoip_country: country, geoip_selected_country: selected } };
      },
    },
    interests: { transactions: 'none', handle: ({ site }) => ({ interests: site.settings.interests }) },
    regions: {
      transactions: 'none',
      handle: ({ site }, { country }) => {
        const wanted = site.settings.countries.filter((each) => country === undefined || each === country);
        return {
          regions: Object.fromEntries(
            wanted.map((each) => [each, places.regionsOf(each).map(({ id, name }) => ({ id, name }))]),
          ),
        };
      },
    },
    cities: {
      transactions: 'none',
      handle: ({ site }, { country, region }) => ({
        cities: site.settings.countries.includes(country)
          ? places.citiesOf(country, region).map((city) => city.name)
          : [],
      }),
    },
    companyInfo: { transactions: 'none', handle: ({ site }) => site.company },
    cspReport: {
      transactions: 'none',
      handle: ({ log, tenant }, report) => {
        for (const one of (Array.isArray(report) ? report : [report]).slice(0, 20))
          log.warn({ tenant, ...brokenRule(one) }, 'csp report');
        return null;
      },
    },
  };
}

/** Which rule was broken by what host: an address's path and query could tell who was looking at whom. */
function brokenRule(report: unknown): { directive: string; blocked: string } {
  const outer = asObject(report);
  const inner = asObject(outer['csp-report'] ?? outer['body']);
  const directive = String(
    inner['effective-directive'] ?? inner['effectiveDirective'] ?? inner['violated-directive'] ?? 'unknown',
  );
  const uri = String(inner['blocked-uri'] ?? inner['blockedURL'] ?? '');
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
    blocked: URL.parse(uri)?.host ?? /^[a-z-]{1,20}$/.exec(uri)?.[0] ?? 'unknown',
  };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
