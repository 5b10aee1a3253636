// Samples the brands and languages that an ordinary run walks; the full run walks them all.
import fc from 'fast-check';

/** The number that decides what is sampled; it is kept in the environment, so that all processes of a run inherit it. */
export const SEED = (process.env['TEST_SEED'] ??= String(Math.floor(Math.random() * 1_000_000)));

/** Whether this is the full run, which leaves nothing out. */
// eslint-disable-next-line no-restricted-syntax -- all others import it from here
export const isFull = process.env['FULL'] === '1';

/** A whole number for a name, another one with each seed. */
export const seedOf = (name: string, seed = SEED): number =>
  [...`${seed} ${name}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);

/**
 * Some of `all`, others in each run, in their order. Samples with different names differ. TEST_SEED repeats those of an
 * earlier run.
 */
export const sampled = <T>(name: string, all: readonly T[], count: number): readonly T[] =>
  isFull ? all : sampleFrom(SEED, name, all, count);

export function sampleFrom<T>(seed: string, name: string, all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  const places = fc.shuffledSubarray([...all.keys()], { minLength: count, maxLength: count });
  const [chosen = []] = fc.sample(places, { seed: seedOf(name, seed), numRuns: 1 });
  const isChosen = new Set(chosen);
  return all.filter((_, place) => isChosen.has(place));
}
