// Makes a site's members from its number and the inputs alone: always the same ones, most recently active first.
import { ageOn, birthDatesFor } from '#domain/age';
import { DAY_MS } from '#domain/durations';
import { interests } from '#domain/interests';
import { isoDay } from '#domain/iso-day';
import { demoAddress } from '#server/config/demo-members';
import { idOf, chance, pick, seeded, weighted, type Random } from './random.ts';
import { spokenIn } from './countries.ts';
import { demoLogins, type DemoLogin } from './demo.ts';
import { AGE_REACH, Faces, type Face } from './faces.ts';
import { factsOf, type Facts } from './facts.ts';
import type { SeedInputs, SeedSite } from './inputs.ts';
import { photosOf, type SeedPhoto, withFurther } from './photos.ts';
import { ageAt, slotsWithDemos, type Slot } from './slots.ts';
import { Spread } from './spread.ts';
import { townChooser, type Town } from './towns.ts';
import { Voice, type Gender, type Speaker } from './words.ts';

interface SeedAccount {
  readonly id: string;
  readonly email: string;
  readonly status: 'active' | 'not_confirmed';
  readonly language: string;
  readonly signup_at: string;
  readonly accepted_terms_at: string;
  readonly consented_at: string;
  readonly paid_user: boolean;
  readonly credits: number;
}

interface SeedProfile extends Facts {
  readonly id: string;
  readonly name: string;
  readonly gender: Gender;
  readonly sexuality: string;
  readonly birth_date: string;
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly line: string;
  readonly about: string | null;
  readonly looking_for: string | null;
  readonly interests: readonly string[];
  readonly fictional: boolean;
  readonly status: 'active' | 'disabled';
  readonly visible: boolean;
  readonly last_active: string;
  readonly joined_at: string;
  readonly main_photo: string | null;
}

/** Rows of the tables, without the tenant and the password hash. `demo` is null for ordinary members. */
export interface SeedMember {
  readonly demo: DemoLogin | null;
  readonly account: SeedAccount;
  readonly profile: SeedProfile;
  readonly photos: readonly SeedPhoto[];
}

const DEMO_COUNTRIES = demoLogins.map(({ country }) => country);
const ACTIVE_DAYS = 30;
const NEVER = '1970-01-01T00:00:00.000Z';
const SHARES = {
  fictional: 0.12,
  faceless: 0.04,
  disabled: 0.015,
  invisible: 0.015,
  paid: 0.25,
  aboutless: 0.12,
  lookingless: 0.18,
} as const;

/** The state shared by the members of one run. */
interface Studio {
  readonly site: SeedSite;
  readonly inputs: SeedInputs;
  readonly count: number;
  readonly seed: number;
  readonly today: string;
  readonly faces: Faces;
  readonly scenes: Spread<string>;
  readonly townIn: (country: string, random: Random) => Town;
  readonly voices: Map<string, Voice>;
}

/** `count` members of a site, the demo logins first. Memory does not grow with `count`. */
export function* makeMembers(site: SeedSite, count: number, inputs: SeedInputs, seed = 1): Generator<SeedMember> {
  const { ages, builds } = site.niche.members;
  const studio: Studio = {
    ...{ site, inputs, count, seed },
    today: isoDay(inputs.now),
    faces: new Faces(inputs.cast, ages, builds),
    scenes: new Spread(inputs.scenes),
    townIn: townChooser(inputs.places),
    voices: new Map(),
  };
  let index = 0;
  for (const slot of slotsWithDemos(site, count, DEMO_COUNTRIES, seeded(site.id * 1009 + seed))) {
    if (index >= count) return;
    yield makeMember(studio, slot, index);
    index += 1;
  }
}

function makeMember(studio: Studio, slot: Slot, index: number): SeedMember {
  const { site, inputs, count } = studio;
  const random = seeded(site.id * 15_485_863 + studio.seed * 32_452_843 + index);
  const demo = demoLogins[index] ?? null;
  const key = `${studio.seed} ${site.id} ${index}`;
  const id = idOf(`member ${key}`);
  const active = inputs.now.getTime() - ACTIVE_DAYS * DAY_MS * ((index + random()) / count) ** 2.2;
  const wished = ageAt(slot.ageRank, site.niche.members.ages);
  const face =
    !demo && chance(random, SHARES.faceless)
      ? null
      : studio.faces.next({ gender: slot.kind.gender, age: wished, country: slot.country }, random);
  const age = face ? likeFace(wished, face, site.niche.members.ages) : wished;
  const town = studio.townIn(slot.country, random);
  const language = demo ? 'en' : languageOf(studio, slot.country, town.region, random);
  const few = photosOf(key, face, studio.scenes, slot.country, random);
  const state = stateOf(demo, random);
  const joined = moment(signupBefore(active, state.status, random));
  const { paid_user: isPaid, ...account } = accountOf(state, demo, random);
  const photos = withFurther(few, { key, index, scenes: inputs.scenes, isPaid });
  return {
    demo,
    account: {
      id,
      email: demo?.email ?? demoAddress(index),
      language,
      signup_at: joined,
      ...{ accepted_terms_at: moment(active), consented_at: moment(active) },
      ...{ paid_user: isPaid, ...account },
    },
    profile: activeOnlyIfReal({
      id,
      ...wordsOf(
        studio,
        { country: slot.country, region: town.region, language, gender: slot.kind.gender, age, isDemo: demo !== null },
        random,
      ),
      ...{ gender: slot.kind.gender, sexuality: slot.kind.sexuality, country: slot.country, ...town },
      birth_date: birthDate(age, studio.today, random),
      ...factsOf(face, age, site.niche.members.builds, random),
      interests: someInterests(random),
      fictional: !demo && chance(random, SHARES.fictional),
      status: state.status === 'active' ? 'active' : 'disabled',
      visible: state.visible,
      ...{ last_active: moment(active), joined_at: joined },
      main_photo: photos[0]?.id ?? null,
    }),
    photos,
  };
}

/** No one stands behind a fictional profile, so a search by activity shows it last. */
const activeOnlyIfReal = (profile: SeedProfile): SeedProfile =>
  profile.fictional ? { ...profile, last_active: NEVER } : profile;

const moment = (time: number): string => new Date(Math.floor(time)).toISOString();

/** An age that suits the portrait. */
function likeFace(age: number, face: Face, { min, max }: { readonly min: number; readonly max: number }): number {
  const suited = Math.min(face.age + AGE_REACH, Math.max(face.age - AGE_REACH, age));
  return Math.min(max, Math.max(min, suited));
}

interface MemberState {
  readonly status: SeedAccount['status'];
  readonly visible: boolean;
}

function stateOf(demo: DemoLogin | null, random: Random): MemberState {
  if (demo) return { status: demo.isConfirmed ? 'active' : 'not_confirmed', visible: true };
  const share = random();
  if (share < SHARES.disabled) return { status: 'not_confirmed', visible: true };
  return { status: 'active', visible: share >= SHARES.disabled + SHARES.invisible };
}

function accountOf(
  { status }: MemberState,
  demo: DemoLogin | null,
  random: Random,
): Pick<SeedAccount, 'status' | 'paid_user' | 'credits'> {
  if (demo) return { status, paid_user: demo.paid, credits: demo.credits };
  const isPaid = chance(random, SHARES.paid);
  return { status, paid_user: isPaid, credits: Math.floor(random() * (isPaid ? 80 : 5)) };
}

/** Up to two years earlier, mostly the last few months; an unconfirmed member signed up just before. */
function signupBefore(active: number, status: SeedAccount['status'], random: Random): number {
  return active - (status === 'not_confirmed' ? DAY_MS / 144 : DAY_MS * (0.3 + 730 * random() ** 2.5));
}

function languageOf({ inputs }: Studio, country: string, region: string, random: Random): string {
  const [first = 'en'] = inputs.languages[country] ?? [];
  const language = weighted(random, spokenIn(country, region, first));
  return [language, first].find((each) => inputs.words.has(each)) ?? 'en';
}

interface Author extends Speaker {
  readonly region: string;
  readonly language: string;
  readonly isDemo: boolean;
}

/** Demo members have names of their country, but write in English for the people who try them. */
function wordsOf(
  studio: Studio,
  author: Author,
  random: Random,
): Pick<SeedProfile, 'name' | 'line' | 'about' | 'looking_for'> {
  const { isDemo } = author;
  const voice = voiceOf(studio, author.language);
  const namer = isDemo ? voiceOf(studio, languageOf(studio, author.country, author.region, random)) : voice;
  const mostly = (kind: 'about' | 'looking', without: number): string | null =>
    !isDemo && chance(random, without) ? null : voice.say(kind, author, random);
  return {
    name: namer.name(author, random),
    line: voice.say('lines', author, random),
    about: mostly('about', SHARES.aboutless),
    looking_for: mostly('looking', SHARES.lookingless),
  };
}

function voiceOf({ voices, inputs, site }: Studio, language: string): Voice {
  const known = voices.get(language);
  if (known) return known;
  const words = inputs.words.get(language);
  if (!words) throw new Error(`scripts/seed-words has no words for the language ${language}.`);
  const voice = new Voice(words, site.niche.members.tags);
  voices.set(language, voice);
  return voice;
}

function birthDate(age: number, today: string, random: Random): string {
  const { until } = birthDatesFor(age, age, today);
  const day = isoDay(new Date(Date.parse(until) - Math.floor(random() * 365) * DAY_MS));
  return ageOn(day, today) === age ? day : until;
}

function someInterests(random: Random): string[] {
  const chosen = new Set<string>();
  const wanted = 4 + Math.floor(random() * 6);
  while (chosen.size < wanted) chosen.add(pick(random, interests));
  return [...chosen];
}
