// What two members do to each other at the same moment, and a naive model of it: the answers and lists that some order,
// one call after another, leads to.
import fc from 'fast-check';

type Side = 0 | 1;
export interface Deed {
  readonly by: Side;
  readonly what: 'like' | 'unlike' | 'swipe' | 'block' | 'unblock';
}
/** By side: whether they like the other, and whether they have blocked the other. */
export interface Between {
  readonly likes: readonly [boolean, boolean];
  readonly blocks: readonly [boolean, boolean];
}
export interface Race {
  readonly before: Between;
  readonly deeds: readonly Deed[];
}
/** What is seen from outside: the answer to each deed, the events that each side gets, and what each side's lists say. */
export interface Seen {
  readonly answers: readonly string[];
  /** Events about likes, by side. */
  readonly told: readonly [number, number];
  readonly lists: readonly [string, string];
}

const side = fc.constantFrom<Side>(0, 1);
const both = fc.tuple(fc.boolean(), fc.boolean());
const deed = fc.record({
  by: side,
  // Mostly likes: without them there is nothing to lose.
  what: fc.constantFrom<Deed['what'][]>('like', 'like', 'like', 'swipe', 'unlike', 'unlike', 'block', 'unblock'),
});
const none: fc.Arbitrary<readonly [boolean, boolean]> = fc.constant([false, false]);

export const races: fc.Arbitrary<Race> = fc.record({
  before: fc.record({ likes: both, blocks: fc.oneof({ weight: 3, arbitrary: none }, both) }),
  deeds: fc.array(deed, { minLength: 2, maxLength: 5 }),
});

/** Ends in a match in every order. */
export const matching: Race = {
  before: { likes: [false, false], blocks: [false, false] },
  deeds: [
    { by: 0, what: 'like' },
    { by: 1, what: 'like' },
  ],
};

const other = (by: Side): Side => (by === 0 ? 1 : 0);
const changed = <T>(pair: readonly [T, T], at: Side, value: T): readonly [T, T] =>
  at === 0 ? [value, pair[1]] : [pair[0], value];

const NEITHER: readonly [boolean, boolean] = [false, false];

interface Done {
  readonly next: Between;
  readonly answer: string;
  /** By side. */
  readonly isTold: readonly [boolean, boolean];
}

function apply(now: Between, { by, what }: Deed): Done {
  const { likes, blocks } = now;
  /** Across a block only the own side hears. */
  const tells = (isNews: boolean): Done['isTold'] =>
    blocks[0] || blocks[1] ? changed(NEITHER, by, isNews) : [isNews, isNews];
  if (what === 'block' || what === 'unblock')
    return { next: { likes, blocks: changed(blocks, by, what === 'block') }, answer: 'done', isTold: NEITHER };
  if (what === 'unlike')
    return { next: { blocks, likes: changed(likes, by, false) }, answer: 'done', isTold: tells(likes[by]) };
  if (blocks[by] || blocks[other(by)])
    return { next: now, answer: blocks[by] ? 'blocked_by_you' : 'blocked', isTold: NEITHER };
  const answer = likes[other(by)] ? 'match' : 'liked';
  return { next: { blocks, likes: changed(likes, by, true) }, answer, isTold: tells(!likes[by]) };
}

/** What the lists of one side say about the other: neither sees across a block. */
function listOf({ likes, blocks }: Between, by: Side): string {
  if (blocks[0] || blocks[1]) return '';
  const sent = likes[by] ? ['sent'] : [];
  const received = likes[other(by)] ? [likes[by] ? 'match' : 'received'] : [];
  return [...sent, ...received].join(' ');
}

function orders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first, at) => orders(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

/** Everything that may be seen after the deeds, each outcome once. */
export function outcomesOf({ before, deeds }: Race): Set<string> {
  return new Set(orders([...deeds.keys()]).map((order) => seenAs(inOrder(before, deeds, order))));
}

function inOrder(before: Between, deeds: readonly Deed[], order: readonly number[]): Seen {
  let now = before;
  const told: [number, number] = [0, 0];
  const answers: string[] = [];
  for (const at of order) {
    const done = apply(now, deeds[at] as Deed);
    answers[at] = done.answer;
    for (const to of [0, 1] as const) told[to] += done.isTold[to] ? 1 : 0;
    now = done.next;
  }
  return { answers, told, lists: [listOf(now, 0), listOf(now, 1)] };
}

export const seenAs = ({ answers, told, lists }: Seen): string => JSON.stringify({ answers, told, lists });
