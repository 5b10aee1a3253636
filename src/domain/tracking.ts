// Parses a visitor's traffic source: the values of the requirements and their aliases.
import { TrackingFields } from '#contract/tracking';
import { ReadableText } from '#contract/values';

/** Names under which the values are stored. */
export const trackingNames = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
export type TrackingName = (typeof trackingNames)[number];
export type Tracking = Readonly<Partial<Record<TrackingName, string>>>;

/** Alias → stored name. If a query has several aliases of one value, the first here wins. */
export const trackingAliases: Readonly<Record<string, TrackingName>> = {
  sub: 'sub1',
  aff_sub1: 'sub1',
  aff_sub: 'sub1',
  aff_sub2: 'sub2',
  aff_sub3: 'sub3',
};

const isTrackingName = (name: string): boolean =>
  trackingNames.some((each) => each === name) || name in trackingAliases;
/** In other calls a field of such a name is another thing. */
const takesTracking = (input: { readonly shape?: Readonly<Record<string, unknown>> }): boolean =>
  trackingNames.some((name) => input.shape?.[name] === TrackingFields[name]);

/** Which fields of a call, by its input, are of the source: an unreadable value of theirs is ignored as if it were not there. */
export const trackingFieldsOf = (input: object): ((name: string) => boolean) =>
  takesTracking(input) ? isTrackingName : () => false;

export const isUnreadable = (value: unknown): boolean => !ReadableText.safeParse(value).success;

/** The traffic source in a query. A value's own name takes precedence over aliases. */
export function trackingIn(query: Iterable<readonly [string, string | undefined]>): Tracking {
  const pairs = [...query].filter(([, value]) => value && !isUnreadable(value));
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

/** The two values that identify a traffic source: a network or a partner. */
export interface Source {
  readonly network?: string | undefined;
  readonly ref?: string | undefined;
}
export const hasSource = ({ network, ref }: Source): boolean => Boolean(network || ref);

/**
 * Signup policy of a site (requirements SG22, SG23, SG24): `all` visitors, those with a traffic source, or none without an invitation
 * (`other`).
 */
export type SignupPolicy = 'all' | 'with_trafficsource' | 'other';

export const maySignUp = (policy: SignupPolicy, source: Source): boolean =>
  policy === 'all' || (policy === 'with_trafficsource' && hasSource(source));
