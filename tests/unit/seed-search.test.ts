// A demo that is alive: each login finds people of their own country and age at once.
import { expect, test } from 'vitest';
import { ageOn, defaultAges } from '#domain/age';
import { isoDay } from '#domain/iso-day';
import { seeks } from '#domain/matching';
import { demoLogins } from '#scripts/seed/demo';
import { loadInputs } from '#scripts/seed/inputs';
import { makeMembers, type SeedMember } from '#scripts/seed/members';
import { MEMBERS_PER_SITE } from '#scripts/seed/seed-all';
import { loadSites } from '#site/load';

const now = new Date('2026-03-01T12:00:00.000Z');
const today = isoDay(now);
const sites = loadSites(process.cwd());
const inputs = await loadInputs(sites, now);
const ENOUGH = 60;

/** The members that the search shows before any filter is chosen. */
function defaultSearch(me: SeedMember, all: readonly SeedMember[], ages: { min: number; max: number }): SeedMember[] {
  const { min, max } = defaultAges(ageOn(me.profile.birth_date, today), ages);
  const isSought = (one: SeedMember, other: SeedMember): boolean =>
    seeks(one.profile)?.includes(other.profile.gender) ?? true;
  return all.filter((other) => {
    const { profile, account } = other;
    const age = ageOn(profile.birth_date, today);
    const isShown = account.status === 'active' && profile.status === 'active' && profile.visible && other !== me;
    return (
      isShown &&
      profile.country === me.profile.country &&
      isSought(me, other) &&
      isSought(other, me) &&
      age >= min &&
      age <= max
    );
  });
}

test.each(sites.map((site) => [site.folder, site] as const))(
  'ME3: every demo login of %s finds at least 60 people before choosing a filter',
  (_, site) => {
    const all = [...makeMembers(site, MEMBERS_PER_SITE, inputs)];
    const demos = all.filter(({ demo }) => demo !== null);
    expect(demos.length).toBe(demoLogins.length);
    for (const me of demos) {
      const found = defaultSearch(me, all, site.niche.members.ages);
      expect(found.length, me.account.email).toBeGreaterThanOrEqual(ENOUGH);
      // Of the country, and with a face: nearly all have one.
      expect(found.filter(({ profile }) => profile.main_photo !== null).length).toBeGreaterThan(0.85 * found.length);
    }
  },
);

test.each(sites.map((site) => [site.folder, site] as const))(
  'ME3: each country of %s has 30 people, no line twice, nor in what a demo login finds',
  (_, site) => {
    const all = [...makeMembers(site, MEMBERS_PER_SITE, inputs)];
    const linesOf = (members: readonly SeedMember[]): string[] => members.map(({ profile }) => profile.line);
    for (const me of all.filter(({ demo }) => demo !== null)) {
      const lines = linesOf(defaultSearch(me, all, site.niche.members.ages));
      expect(new Set(lines).size, me.account.email).toBe(lines.length);
    }
    for (const country of site.niche.countries) {
      const lines = linesOf(all.filter(({ profile }) => profile.country === country));
      expect(lines.length, country).toBeGreaterThanOrEqual(30);
      expect(new Set(lines).size, country).toBe(lines.length);
    }
  },
);

test('ME24: no activity is invented for fictional profiles, which a search then shows behind all members', () => {
  for (const site of sites) {
    const fictional = [...makeMembers(site, 300, inputs)].filter(({ profile }) => profile.fictional);
    const times = new Set(fictional.map(({ profile }) => profile.last_active));
    expect([site.folder, times]).toEqual([site.folder, new Set([new Date(0).toISOString()])]);
  }
});
