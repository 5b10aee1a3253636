// How many pictures a demo member has, and which of them are private.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadInputs, type SeedInputs } from '#scripts/seed/inputs';
import { makeMembers, type SeedMember } from '#scripts/seed/members';
import { loadSites } from '#site/load';

const sites = loadSites(process.cwd());
const COUNT = 400;
let inputs: SeedInputs;
beforeAll(async () => {
  inputs = await loadInputs(sites, new Date('2026-03-01T12:00:00.000Z'));
});

describe.each(sites.map((site) => [site.name, site] as const))('%s', (_, site) => {
  let members: SeedMember[] = [];
  beforeAll(() => {
    members = [...makeMembers(site, COUNT, inputs)];
  });

  it('gives every member one to four pictures, none of them twice, the first one free', () => {
    const counts = new Set(members.map(({ photos }) => photos.length));
    expect([...counts].toSorted()).toEqual([1, 2, 3, 4]);
    for (const { photos, profile } of members) {
      expect([photos[0]?.private, photos[0]?.id]).toEqual([false, profile.main_photo]);
      expect(photos.map(({ position }) => position)).toEqual(photos.map((_photo, at) => at));
      expect(new Set(photos.map(({ file }) => file)).size).toBe(photos.length);
    }
  });

  it('makes some of them private, and gives more than three to premium members only', () => {
    const some = members.filter(({ photos }) => photos.some((photo) => photo.private));
    expect(some.length).toBeGreaterThan(COUNT * 0.2);
    expect(some.length).toBeLessThan(COUNT * 0.5);
    for (const { account, photos } of members) if (photos.length > 3) expect(account.paid_user).toBe(true);
  });
});
