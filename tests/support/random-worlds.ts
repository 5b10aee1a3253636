// Random worlds of a few members, and a naive model of who may be shown to one of them.
import fc from 'fast-check';
import type { FinderAnswers } from '#contract/finder';
import type { SavedFilters } from '#contract/searches';

const DAY_MS = 86_400_000;

/** `turns` shifts the birthday by days, so that ages change yesterday, today and tomorrow. */
export interface WorldMember {
  readonly gender: 'male' | 'female';
  readonly sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi';
  readonly years: number;
  readonly turns: number;
  readonly country: 'NL' | 'BE';
  readonly region: 'NL-UT' | 'NL-GE';
  readonly fictional: boolean;
  readonly verified: boolean;
  /** Whether the member chose to be previewed to visitors. */
  readonly isPreviewed: boolean;
  readonly status: 'active' | 'not_confirmed' | 'pending_deletion' | 'suspended';
  readonly profile_status: 'active' | 'disabled' | 'no_consent';
  readonly visible: boolean;
  readonly isForeign: boolean;
}
/** What one member did to another, by their places in the world. */
export interface WorldRelation {
  readonly kind: 'block' | 'like' | 'swipe';
  readonly from: number;
  readonly to: number;
  readonly liked: boolean;
  readonly hoursAgo: number;
}
export interface World {
  /** The first one looks. */
  readonly members: readonly WorldMember[];
  readonly relations: readonly WorldRelation[];
  readonly ages: FinderAnswers['ages'];
  /** What the search asks for; the other surfaces have the usual filters. */
  readonly filters: SavedFilters;
}

/** Mostly the first value, so that enough members are shown. */
const mostly = <const T, const U>(usual: T, ...others: U[]): fc.Arbitrary<T | U> =>
  fc.oneof<fc.MaybeWeightedArbitrary<T | U>[]>(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const member = fc.record({
  gender: fc.constantFrom('male' as const, 'female' as const),
  sexuality: fc.constantFrom('hetero' as const, 'bi' as const, 'gay' as const, 'lesbian' as const),
  years: fc.oneof(fc.integer({ min: 17, max: 60 }), fc.constantFrom(30, 40, 50)),
  turns: fc.integer({ min: -1, max: 1 }),
  country: mostly('NL', 'BE' as const),
  region: mostly('NL-UT', 'NL-GE' as const),
  fictional: mostly(false, true),
  verified: fc.boolean(),
  isPreviewed: fc.boolean(),
  status: mostly('active', 'not_confirmed', 'pending_deletion', 'suspended'),
  profile_status: mostly('active', 'disabled', 'no_consent'),
  visible: mostly(true, false),
  isForeign: mostly(false, true),
});

const asked = <const T>(...values: T[]): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
/** Any filters together, in either order of the ages. */
const filters = fc.record({
  gender: asked('male', 'female', 'any', 'any'),
  country: asked('NL', 'BE', 'any'),
  countryregion: asked('NL-UT', 'NL-GE'),
  min_age: asked(18, 25, 40),
  max_age: asked(20, 35, 60, 99),
  real: asked('0', '1'),
  verified: asked('0', '1'),
  two_way: asked('0', '1'),
  sort: asked('activity', 'newest'),
});

export const worlds: fc.Arbitrary<World> = fc.integer({ min: 2, max: 8 }).chain((size) =>
  fc.record({
    members: fc.array(member, { minLength: size, maxLength: size }).map(([first, ...others]) => {
      if (!first) throw new Error('A world is never empty.');
      return [{ ...first, isForeign: false }, ...others];
    }),
    relations: fc.uniqueArray(
      fc.record({
        kind: fc.constantFrom('block' as const, 'like' as const, 'swipe' as const),
        from: fc.integer({ min: 0, max: size - 1 }),
        to: fc.integer({ min: 0, max: size - 1 }),
        liked: fc.boolean(),
        hoursAgo: fc.constantFrom(1, 30 * 24 - 1, 30 * 24, 40 * 24),
      }),
      { maxLength: 8, selector: ({ kind, from, to }) => `${kind} ${from} ${to}` },
    ),
    ages: fc.constantFrom('near' as const, 'younger' as const, 'older' as const, 'any' as const, null),
    filters,
  }),
);

const woman: WorldMember = {
  ...{ gender: 'female', sexuality: 'hetero', years: 30, turns: 0, country: 'NL', region: 'NL-UT' },
  ...{ fictional: false, verified: true, isPreviewed: true },
  ...{ status: 'active', profile_status: 'active', visible: true, isForeign: false },
};
/** A world in which each surface shows at least four members in every draw: a man, and women who like him. */
export const fullWorld: World = {
  members: [{ ...woman, gender: 'male' }, ...Array<WorldMember>(5).fill(woman)],
  relations: [1, 2, 3, 4].map((from) => ({ kind: 'like', from, to: 0, liked: true, hoursAgo: 1 })),
  ages: 'any',
  filters: { verified: '1', real: '1', two_way: '0', countryregion: 'NL-UT' },
};

export const birthDate = ({ years, turns }: WorldMember, now: Date): string => {
  const date = new Date(now.getTime() + turns * DAY_MS);
  // Not every year has the 29th of February; a birthday tomorrow must not become one today.
  const day = date
    .toISOString()
    .slice(5, 10)
    .replace('02-29', turns > 0 ? '03-01' : '02-28');
  return `${date.getUTCFullYear() - years}-${day}`;
};

/** A birthday tomorrow has not been yet. */
const ageOf = ({ years, turns }: WorldMember): number => (turns > 0 ? years - 1 : years);

const genders = ['male', 'female'];
/** The genders someone is looking for, as one would say it. */
function lookingFor({ gender, sexuality }: WorldMember): readonly string[] {
  if (sexuality === 'bi') return genders;
  if (sexuality === 'hetero') return genders.filter((each) => each !== gender);
  if (sexuality === 'gay' || gender === 'female') return [gender];
  return genders;
}

export type Surface = 'search' | 'filtered' | 'swipe' | 'finder' | 'signup' | 'similar' | 'likes' | 'visitors';

/** The places of the members who may be shown to the first, one by one and without a database; null for a refusal. */
export function shownIn(
  world: World,
  surface: Surface,
  limits: { readonly min: number; readonly max: number },
): number[] | null {
  if (surface === 'similar') return similarIn(world);
  if (surface === 'likes') return likesIn(world);
  if (surface === 'visitors') return visitorsSee(world);
  return surface === 'filtered' ? filteredIn(world, limits) : foundIn(world, surface, limits);
}

const has = ({ relations }: World, kind: WorldRelation['kind'], from: number, to: number): WorldRelation | undefined =>
  relations.find((each) => each.kind === kind && each.from === from && each.to === to);
const isBlocked = (world: World, at: number): boolean =>
  has(world, 'block', 0, at) !== undefined || has(world, 'block', at, 0) !== undefined;
const isReachable = ({ status, profile_status: profile, isForeign }: WorldMember): boolean =>
  !isForeign && status === 'active' && profile === 'active';
const seeksTheOther = (one: WorldMember, other: WorldMember): boolean => lookingFor(one).includes(other.gender);

/** The second member's profile is open: others of its gender, country and age group, who look for the first as it does. */
function similarIn(world: World): number[] | null {
  const [me, open] = world.members;
  if (!me || !open || !isReachable(open) || has(world, 'block', 1, 0)) return null;
  return world.members.flatMap((other, at) => {
    if (at < 2 || !isReachable(other) || !other.visible || isBlocked(world, at)) return [];
    if (other.gender !== open.gender || other.country !== open.country) return [];
    const isSameAge = Math.abs(ageOf(other) - ageOf(open)) <= 3;
    // Without anything in common they are not alike.
    if (!isSameAge && other.region !== open.region) return [];
    if (ageOf(other) < 18 || Math.abs(ageOf(other) - Math.max(18, ageOf(open))) > 10) return [];
    return seeksTheOther(open, me) && !seeksTheOther(other, me) ? [] : [at];
  });
}

/** Those who like or are liked, also when they are invisible. */
const likesIn = (world: World): number[] =>
  world.members.flatMap((other, at) => {
    if (at === 0 || !isReachable(other) || isBlocked(world, at)) return [];
    return has(world, 'like', 0, at) || has(world, 'like', at, 0) ? [at] : [];
  });

function foundIn(
  world: World,
  surface: 'search' | 'swipe' | 'finder' | 'signup',
  limits: { readonly min: number; readonly max: number },
): number[] {
  const { members, ages } = world;
  const [me] = members;
  if (!me) return [];
  const own = Math.min(limits.max, Math.max(limits.min, ageOf(me)));
  const isOfAge = (age: number): boolean => {
    if (age < 18) return false;
    if (surface === 'finder' && ages === 'near') return Math.abs(age - ageOf(me)) <= 5;
    if (surface === 'finder' && ages === 'younger') return age < ageOf(me) || (ageOf(me) <= 18 && age === 18);
    if (surface === 'finder' && ages === 'older') return age > ageOf(me);
    if (surface === 'finder' && ages === 'any') return true;
    return Math.abs(age - own) <= 10;
  };
  return members.flatMap((other, at) => {
    if (at === 0 || other.country !== me.country || !isReachable(other) || !other.visible) return [];
    if (isBlocked(world, at) || !seeksTheOther(me, other) || !seeksTheOther(other, me)) return [];
    if (!isOfAge(ageOf(other))) return [];
    // The match finder shows no one without a reason: the same region, or the age that was asked for.
    const isReason = other.region === me.region || (ages !== null && ages !== 'any');
    if (surface === 'finder' && !isReason) return [];
    const isAnswered = has(world, 'like', 0, at) || (has(world, 'swipe', 0, at)?.hoursAgo ?? Infinity) < 30 * 24;
    return surface === 'swipe' && isAnswered ? [] : [at];
  });
}

/** Those who may be previewed, in one country and of any age. */
const visitorsSee = ({ members }: World): number[] =>
  members.flatMap((other, at) => {
    const isShown = isReachable(other) && other.visible && (other.fictional || other.isPreviewed);
    return isShown && other.country === 'NL' && ageOf(other) >= 18 ? [at] : [];
  });

/** The search with the filters of the world; what they leave out is as the member is. */
function filteredIn(world: World, limits: { readonly min: number; readonly max: number }): number[] {
  const { members, filters: wanted } = world;
  const [me] = members;
  if (!me) return [];
  const own = Math.min(limits.max, Math.max(limits.min, ageOf(me)));
  const least = wanted.min_age ?? Math.min(Math.max(18, own - 10), wanted.max_age ?? 99);
  const most = wanted.max_age ?? Math.max(Math.min(99, own + 10), least);
  const sought = wanted.gender === undefined ? lookingFor(me) : wanted.gender === 'any' ? genders : [wanted.gender];
  const country = wanted.country ?? me.country;
  return members.flatMap((other, at) => {
    if (at === 0 || !isReachable(other) || !other.visible || isBlocked(world, at)) return [];
    if (!sought.includes(other.gender)) return [];
    if (country !== 'any' && other.country !== country) return [];
    if (country !== 'any' && wanted.countryregion !== undefined && other.region !== wanted.countryregion) return [];
    if (wanted.real === '1' && other.fictional) return [];
    if (wanted.verified === '1' && !other.verified) return [];
    if (wanted.two_way !== '0' && !seeksTheOther(other, me)) return [];
    const age = ageOf(other);
    return age >= Math.max(18, Math.min(least, most)) && age <= Math.max(least, most) ? [at] : [];
  });
}
