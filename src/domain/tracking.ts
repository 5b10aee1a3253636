// Which traffic source brought a visitor: the values of spec §3 and the other names they come under.

/** The values, by the names they are stored under. */
export const trackingNames = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
export type TrackingName = (typeof trackingNames)[number];
export type Tracking = Readonly<Partial<Record<TrackingName, string>>>;

/** Other names → the one that is meant; of several for one value the first here counts. */
export const trackingAliases: Readonly<Record<string, TrackingName>> = {
  sub: 'sub1',
  aff_sub1: 'sub1',
  aff_sub: 'sub1',
  aff_sub2: 'sub2',
  aff_sub3: 'sub3',
};

/** Longest value that counts; a longer one is somebody's mistake or joke. */
const MAX_VALUE_LENGTH = 200;

/** What a query says of the traffic source. A value's own name goes before its other names. */
export function trackingIn(query: Iterable<readonly [string, string | undefined]>): Tracking {
  const pairs = [...query].filter(([, value]) => value && value.length <= MAX_VALUE_LENGTH);
  const firstValue = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => pairs.find(([key]) => key === name)?.[1] ?? [])[0];
  return Object.fromEntries(
    trackingNames.flatMap((name) => {
      const aliases = Object.keys(trackingAliases).filter((alias) => trackingAliases[alias] === name);
      const value = firstValue([name, ...aliases]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The two values that name a traffic source: a network or a partner. */
export interface Source {
  readonly network?: string | undefined;
  readonly ref?: string | undefined;
}
export const hasSource = ({ network, ref }: Source): boolean => Boolean(network || ref);

/** Whom a site lets join (spec §6): `all`, those with a traffic source (a network or a partner named it), or nobody without an invitation. */
export type SignupPolicy = 'all' | 'with_trafficsource' | 'other';

export const maySignUp = (policy: SignupPolicy, source: Source): boolean =>
  policy === 'all' || (policy === 'with_trafficsource' && hasSource(source));
