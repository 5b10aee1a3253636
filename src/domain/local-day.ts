// When a member's day ends: at midnight in the time zone of the place in their profile (decisions A-swipe).

/** The zone of a country, or the one where most of its people live. */
const COUNTRIES: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  AU: 'Australia/Sydney',
  BE: 'Europe/Brussels',
  CA: 'America/Toronto',
  CH: 'Europe/Zurich',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  SE: 'Europe/Stockholm',
  US: 'America/New_York',
};

/** Regions with another zone than their country's. Of a region with two, where most of its people live. */
const REGIONS: Readonly<Record<string, string>> = {
  'Atlantic/Canary': 'ES-GC ES-TF',
  'Australia/Adelaide': 'AU-SA',
  'Australia/Brisbane': 'AU-QLD',
  'Australia/Darwin': 'AU-NT',
  'Australia/Perth': 'AU-WA',
  'America/Edmonton': 'CA-AB CA-NT',
  'America/Halifax': 'CA-NB CA-NS CA-PE',
  'America/Regina': 'CA-SK',
  'America/St_Johns': 'CA-NL',
  'America/Vancouver': 'CA-BC',
  'America/Whitehorse': 'CA-YT',
  'America/Winnipeg': 'CA-MB',
  'America/Anchorage': 'US-AK',
  'America/Chicago': 'US-AL US-AR US-IL US-IA US-KS US-LA US-MN US-MS US-MO US-NE US-ND US-OK US-SD US-TN US-TX US-WI',
  'America/Denver': 'US-CO US-ID US-MT US-NM US-UT US-WY',
  'America/Los_Angeles': 'US-CA US-NV US-OR US-WA',
  'America/Phoenix': 'US-AZ',
  'Pacific/Honolulu': 'US-HI',
};
const zoneOfRegion = new Map(
  Object.entries(REGIONS).flatMap(([zone, ids]) => ids.split(' ').map((id) => [id, zone] as const)),
);

/** The time zone of a place; UTC for an unknown country. */
export const timeZoneOf = (country: string, region: string | null): string =>
  zoneOfRegion.get(region ?? '') ?? COUNTRIES[country] ?? 'UTC';

const formats = new Map<string, Intl.DateTimeFormat>();
function localDay(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  formats.set(zone, format);
  return format.format(at);
}

const SECOND_MS = 1000;
/** Longer than any day, also one on which the clocks go back. */
const LONGEST_DAY_SECONDS = 26 * 3600;

/** The first moment of the next day in that zone. A day on which the clocks change has 23 or 25 hours. */
export function endOfLocalDay(now: Date, zone: string): Date {
  const start = Math.floor(now.getTime() / SECOND_MS);
  const today = localDay(now.getTime(), zone);
  let [before, after] = [0, LONGEST_DAY_SECONDS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay((start + middle) * SECOND_MS, zone) === today) before = middle;
    else after = middle;
  }
  return new Date((start + after) * SECOND_MS);
}
