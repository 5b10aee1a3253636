// Draws which brands and languages an ordinary run walks; the full run walks them all.
import fc from 'fast-check';

/** The number that decides what is drawn; it is kept in the environment, so that all processes of a run inherit it. */
export const SEED = (process.env['TEST_SEED'] ??= String(Math.floor(Math.random() * 1_000_000)));

/**
 * Some of `all`, drawn anew in each run, in their order. Draws with different names differ. TEST_SEED repeats those of
 * an earlier run.
 */
export const drawn = <T>(name: string, all: readonly T[], count: number): readonly T[] =>
  process.env['FULL'] === '1' ? all : drawFrom(SEED, name, all, count);

export function drawFrom<T>(seed: string, name: string, all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  const places = fc.shuffledSubarray([...all.keys()], { minLength: count, maxLength: count });
  const number = [...`${seed} ${name}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  const [chosen = []] = fc.sample(places, { seed: number, numRuns: 1 });
  const isChosen = new Set(chosen);
  return all.filter((_, place) => isChosen.has(place));
}
