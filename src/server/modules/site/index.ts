// Handlers of contract/site: settings, interests, places, company, CSP reports.
import type { site } from '#contract/site';
import { limitKey } from '../../http/client-address.ts';
import type { Handlers } from '../../context.ts';
import type { Services } from '../../services.ts';

export function siteHandlers({ places, limiter, pushKeys }: Services): Handlers<typeof site> {
  return {
    // The query holds the page's own parameters, e.g. tracking; it never chooses the tenant (decisions B8).
    settings: {
      transactions: 'none',
      handle: async ({ site, country }) => {
        const selectedCountry = country && site.siteSettings.countries.includes(country) ? country : null;
        // Without the database there is no push, but the page has its settings.
        const push_public_key = await pushKeys().then(
          ({ publicKey }) => publicKey,
          () => null,
        );
        const server = { push_public_key, geoip_country: country, geoip_selected_country: selectedCountry };
        return { settings: { ...site.siteSettings, ...server } };
      },
    },
    interests: { transactions: 'none', handle: ({ site }) => ({ interests: site.siteSettings.interests }) },
    regions: {
      transactions: 'none',
      handle: ({ site }, { country }) => {
        const countries = site.siteSettings.countries.filter((each) => country === undefined || each === country);
        return {
          regions: Object.fromEntries(
            countries.map((each) => [each, places.regionsOf(each).map(({ id, name }) => ({ id, name }))]),
          ),
        };
      },
    },
    cities: {
      transactions: 'none',
      handle: ({ site }, { country, region }) => ({
        cities: site.siteSettings.countries.includes(country)
          ? places.citiesOf(country, region).map((city) => city.name)
          : [],
      }),
    },
    geocode: {
      transactions: 'none',
      handle: ({ site }, { lat, lon }) => {
        const place = places.nearest(Number(lat), Number(lon));
        if (!place || !site.siteSettings.countries.includes(place.country)) return { geocode: false };
        const { country, region, city } = place;
        return { geocode: { country, region: { id: region.id, name: region.name }, city: city.name } };
      },
    },
    companyInfo: { transactions: 'none', handle: ({ site }) => site.company },
    cspReport: {
      transactions: 'none',
      handle: ({ log, tenant, ip }, report) => {
        for (const { directive, blocked } of violationsIn(report)) {
          // Excess reports are dropped silently, since the browser cannot react.
          if (limiter.take(`csp reports|${limitKey(ip)}`, REPORT_LIMITS.perAddress) > 0) break;
          if (limiter.take('csp reports', REPORT_LIMITS.altogether) > 0) break;
          log.warn({ tenant, directive, blocked }, 'csp report');
        }
        return null;
      },
    },
  };
}

/** Maximum log lines: per call, per address and minute, per minute overall. */
const REPORT_LIMITS = { perCall: 5, perAddress: 30, altogether: 600 } as const;
const MAX_HOST_LENGTH = 100;
const MAX_ADDRESS_LENGTH = 2048;

interface Violation {
  readonly directive: string;
  readonly blocked: string;
}

/** The distinct violations of a report or a list of reports. */
function violationsIn(report: unknown): Violation[] {
  const reports = (Array.isArray(report) ? report : [report]).slice(0, 20).map(violationOf);
  const unique = new Map(reports.map((each) => [`${each.directive} ${each.blocked}`, each]));
  return [...unique.values()].slice(0, REPORT_LIMITS.perCall);
}

/** Logs only directive and host: path and query could reveal who viewed which member. */
function violationOf(report: unknown): Violation {
  const outer = asObject(report);
  const inner = asObject(outer['csp-report'] ?? outer['body']);
  const directive = asText(inner['effective-directive'] ?? inner['effectiveDirective'] ?? inner['violated-directive']);
  const address = asText(inner['blocked-uri'] ?? inner['blockedURL']).slice(0, MAX_ADDRESS_LENGTH);
  const host = URL.parse(address)?.host.slice(0, MAX_HOST_LENGTH);
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
    blocked: host ?? /^[a-z-]{1,20}$/.exec(address)?.[0] ?? 'unknown',
  };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
