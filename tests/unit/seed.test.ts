// Seeded members are plausible: reproducible, fitting their niche, with real places, right texts and faces.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Id, relationshipStatuses, tattooAnswers } from '#contract/values';
import { ageOn } from '#domain/age';
import { interests } from '#domain/interests';
import { demoLogins } from '#scripts/seed/demo';
import { AGE_REACH } from '#scripts/seed/faces';
import { loadInputs, type SeedInputs } from '#scripts/seed/inputs';
import { makeMembers, type SeedMember } from '#scripts/seed/members';
import { tagsOf, textFor, type Phrase } from '#scripts/seed/words';
import { seedSite } from '#scripts/seed/write';
import { openDatabase } from '#server/db/index';
import { hashPassword, passwordChecker } from '#server/auth/password-hashing';
import { loadSites, nicheFolders, type Site } from '#site/load';
import { memoryDatabase } from '../support/databases.ts';

const root = process.cwd();
const now = new Date('2026-03-01T12:00:00.000Z');
const day = '2026-03-01';
const COUNT = 400;
const LEAST_IN_COUNTRY = 8;

const sites: readonly Site[] = loadSites(root);
let inputs: SeedInputs;
const members = new Map<Site, SeedMember[]>();
beforeAll(async () => {
  inputs = await loadInputs(sites, now);
  for (const site of sites) members.set(site, [...makeMembers(site, COUNT, inputs)]);
});
const of = (site: Site): SeedMember[] => members.get(site) ?? [];
const everyone = (): SeedMember[] => sites.flatMap(of);
const countBy = (all: readonly SeedMember[], key: (member: SeedMember) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const member of all) counts.set(key(member), (counts.get(key(member)) ?? 0) + 1);
  return counts;
};

it('makes the same members from the same input, with times relative to the given moment', async () => {
  const [site] = sites;
  if (!site) throw new Error('no site');
  expect([...makeMembers(site, COUNT, inputs)]).toEqual(of(site));
  const later = [...makeMembers(site, 30, { ...inputs, now: new Date(now.getTime() + 60_000) })];
  expect(later.map(({ profile }) => profile.id)).toEqual(
    of(site)
      .slice(0, 30)
      .map(({ profile }) => profile.id),
  );
});

it('gives ids, addresses and picture names that are unique and look random', () => {
  const all = everyone();
  const ids = all.map(({ account }) => account.id);
  const photos = all.flatMap((member) => member.photos);
  expect(new Set(ids).size).toBe(all.length);
  expect(new Set(photos.map(({ token }) => token)).size).toBe(photos.length);
  for (const id of [...ids, ...photos.map((photo) => photo.id)]) expect(Id.safeParse(id).success).toBe(true);
  for (const { token } of photos) expect(token).toMatch(/^[0-9a-f]{32}$/);
  for (const site of sites) expect(new Set(of(site).map(({ account }) => account.email)).size).toBe(COUNT);
});

it('has every picture in every form that members’ photos are stored in', () => {
  const wanted = [...inputs.cast.map(({ id }) => id), ...inputs.scenes].flatMap((id) =>
    ['96.webp', '320.webp', '640.webp', '400.avif'].map((form) => `${id}-${form}`),
  );
  expect(readdirSync(join(root, 'demo', 'pictures')).sort()).toEqual(wanted.sort());
});

it('has words for every language of every country', () => {
  for (const [country, languages] of Object.entries(inputs.languages)) {
    for (const language of languages) expect(inputs.words.has(language), `${country} ${language}`).toBe(true);
  }
});

describe.each(sites.map((site) => [site.name, site] as const))('%s', (_, site) => {
  const { mix, ages, builds, tags } = site.niche.members;

  it('has the genders, sexualities and ages of its niche', () => {
    const sum = mix.reduce((all, { share }) => all + share, 0);
    const counts = countBy(of(site), ({ profile }) => `${profile.gender} ${profile.sexuality}`);
    expect([...counts.keys()].sort()).toEqual(mix.map(({ gender, sexuality }) => `${gender} ${sexuality}`).sort());
    for (const { gender, sexuality, share } of mix) {
      expect(Math.abs((counts.get(`${gender} ${sexuality}`) ?? 0) - (COUNT * share) / sum)).toBeLessThanOrEqual(1);
    }
    for (const { profile } of of(site)) {
      const age = ageOn(profile.birth_date, day);
      expect(age).toBeGreaterThanOrEqual(ages.min);
      expect(age).toBeLessThanOrEqual(ages.max);
    }
  });

  it('has members in every country, in real towns', () => {
    const counts = countBy(of(site), ({ profile }) => profile.country);
    for (const country of site.niche.countries)
      expect(counts.get(country), country).toBeGreaterThanOrEqual(LEAST_IN_COUNTRY);
    for (const { profile } of of(site)) {
      expect(inputs.places.regionsOf(profile.country).map(({ id }) => id)).toContain(profile.region);
      expect(inputs.places.citiesOf(profile.country, profile.region).map(({ name }) => name)).toContain(profile.city);
    }
  });

  it('gives members a language of their country, in texts for their gender and niche', () => {
    const last = new Map<string, string>();
    for (const { account, demo, profile } of of(site)) {
      if (!demo) expect(inputs.languages[profile.country]).toContain(account.language);
      const words = inputs.words.get(account.language);
      const said = (phrases: readonly Phrase[] = []): string[] =>
        phrases
          .filter((phrase) => tagsOf(phrase).some((tag) => tag === 'everyday' || tags.includes(tag)))
          .map((phrase) => textFor(phrase, profile.gender));
      expect(said(words?.lines)).toContain(profile.line);
      expect(profile.line).not.toBe('');
      if (profile.about !== null) expect(said(words?.about)).toContain(profile.about);
      if (profile.looking_for !== null) expect(said(words?.looking)).toContain(profile.looking_for);
      if (!demo)
        expect([...(words?.names[profile.gender] ?? []), ...(words?.namesOlder[profile.gender] ?? [])]).toContain(
          profile.name,
        );
      expect([...profile.name].length).toBeGreaterThanOrEqual(3);
      expect([...profile.name].length).toBeLessThanOrEqual(20);
      expect(last.get(account.language), profile.line).not.toBe(profile.line);
      last.set(account.language, profile.line);
    }
  });

  it('gives matching faces, and none twice where it is visible', () => {
    const homes = new Set<string>();
    let before: string | undefined;
    let faceless = 0;
    for (const { profile, photos } of of(site)) {
      const [main] = photos;
      expect(profile.main_photo).toBe(main?.id ?? null);
      expect(photos.map(({ position }) => position)).toEqual(photos.map((_, index) => index));
      expect(photos.slice(1).every(({ file }) => inputs.scenes.includes(file))).toBe(true);
      const face = inputs.cast.find(({ id }) => id === main?.file);
      if (!main || !face) {
        faceless += 1;
        continue;
      }
      expect([face.gender, face.gender === 'female' && face.hairColour === null]).toEqual([profile.gender, false]);
      expect(Math.abs(face.age - ageOn(profile.birth_date, day))).toBeLessThanOrEqual(AGE_REACH);
      if (builds) expect(builds).toContain(face.build);
      if (profile.body_type !== null) expect(profile.body_type).toBe(face.build);
      if (profile.eye_colour !== null) expect(profile.eye_colour).toBe(face.eyeColour);
      if (face.tattoo) expect(profile.tattoos).not.toBe('none');
      expect(main.private).toBe(false);
      const home = `${profile.country} ${profile.gender} ${face.id}`;
      expect(homes.has(home), home).toBe(false);
      homes.add(home);
      expect(face.id).not.toBe(before);
      before = face.id;
    }
    expect(faceless).toBeGreaterThan(0);
    expect(faceless).toBeLessThan(COUNT * 0.1);
  });

  it('spreads activity over thirty days, most of it recent, after the signup', () => {
    const times = of(site).flatMap(({ profile }) => (profile.fictional ? [] : Date.parse(profile.last_active)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times.every((time) => time <= now.getTime() && time >= now.getTime() - 30 * 86_400_000)).toBe(true);
    expect(times.filter((time) => time > now.getTime() - 7 * 86_400_000).length).toBeGreaterThan(times.length * 0.4);
    for (const { account, profile } of of(site).filter((each) => !each.profile.fictional))
      expect(Date.parse(account.signup_at)).toBeLessThan(Date.parse(profile.last_active));
  });

  it('leaves some fields empty and marks some members fictional', () => {
    const share = (is: (member: SeedMember) => boolean): number => of(site).filter(is).length / COUNT;
    const fictional = share(({ profile }) => profile.fictional);
    expect(fictional).toBeGreaterThan(0.07);
    expect(fictional).toBeLessThan(0.18);
    expect(share(({ profile }) => profile.about === null)).toBeGreaterThan(0.05);
    expect(share(({ profile }) => profile.status === 'disabled' || !profile.visible)).toBeGreaterThan(0);
    expect(share(({ profile }) => profile.status === 'disabled' || !profile.visible)).toBeLessThan(0.07);
    for (const { profile } of of(site)) {
      expect([...relationshipStatuses, null]).toContain(profile.relationship_status);
      expect([...tattooAnswers, null]).toContain(profile.tattoos);
      expect(profile.interests.length).toBeGreaterThanOrEqual(4);
      expect(new Set(profile.interests).size).toBe(profile.interests.length);
      expect(profile.interests.every((one) => interests.some((known) => known === one))).toBe(true);
    }
  });

  it('starts with the demo logins, who have a face and are real', () => {
    const demos = of(site).slice(0, demoLogins.length);
    expect(demos.map(({ account }) => account.email)).toEqual(demoLogins.map(({ email }) => email));
    for (const { account, demo, photos, profile } of demos) {
      expect([account.language, account.credits, account.paid_user]).toEqual(['en', demo?.credits, demo?.paid]);
      expect([account.status, profile.status]).toEqual(
        demo?.isConfirmed ? ['active', 'active'] : ['not_confirmed', 'disabled'],
      );
      expect([demo?.country, 'NL']).toContain(profile.country);
      expect(photos.length).toBeGreaterThan(0);
      expect(profile.fictional).toBe(false);
    }
  });
});

it('writes a site once, with pictures and passwords that work, and adds to it only when asked', async () => {
  const [site, other] = sites;
  if (!site || !other) throw new Error('no sites');
  const database = await openDatabase(await memoryDatabase());
  try {
    const [login] = demoLogins;
    const passwords = {
      demo: await hashPassword(login?.password ?? ''),
      others: await hashPassword(crypto.randomUUID()),
    };
    const options = { count: 120, inputs, passwords };
    expect(await seedSite(database, site, options)).toMatchObject({ had: 0, wrote: 120 });
    expect(await seedSite(database, site, options)).toMatchObject({ had: 120, wrote: 0 });
    expect(await seedSite(database, site, { ...options, count: 150, mayAdd: true })).toMatchObject({
      had: 120,
      wrote: 30,
    });
    await database.inTenant(site.id, async (db) => {
      expect(await db.selectFrom('profile').select('id').execute()).toHaveLength(150);
      const row = await db
        .selectFrom('account')
        .selectAll()
        .where('email_key', '=', login?.email ?? '')
        .executeTakeFirstOrThrow();
      const mine = await db.selectFrom('profile').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
      const first = makeMembers(site, 120, inputs).next().value as SeedMember;
      expect(mine).toMatchObject({
        birth_date: first.profile.birth_date,
        interests: first.profile.interests,
        main_photo: first.photos[0]?.id,
      });
      const photo = await db
        .selectFrom('photo')
        .selectAll()
        .where('id', '=', mine.main_photo)
        .executeTakeFirstOrThrow();
      expect(photo).toMatchObject({ file: first.photos[0]?.file, private: false, status: 'active', profile: row.id });
      expect(await (await passwordChecker()).check(login?.password ?? '', row.password_hash)).toBe(true);
    });
    expect(await database.inTenant(other.id, (db) => db.selectFrom('profile').select('id').execute())).toHaveLength(0);
  } finally {
    await database.close();
  }
}, 300_000);

it('names no niche in its code', () => {
  const folder = join(root, 'scripts', 'seed');
  const code = [join(root, 'scripts', 'seed.ts'), ...readdirSync(folder).map((file) => join(folder, file))]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  for (const name of nicheFolders(root)) expect(code).not.toMatch(new RegExp(`['"\`/]${name}['"\`/]`));
});
