// Distributes items evenly: a country's least used item comes next, and never the one just used.
import type { Random } from './random.ts';

/** Turns that an item pauses after its use, where there are enough others. */
const REST = 6;
/** How much more a use in the same country counts than a use anywhere. */
const AT_HOME = 4;

export class Spread<T> {
  readonly #items: readonly T[];
  readonly #weights: readonly number[];
  readonly #uses: Float64Array;
  readonly #given: Float64Array;
  readonly #homes = new Map<string, Float64Array>();
  #turn = 0;

  /** `weightOf` is the frequency of an item relative to one of weight 1. */
  constructor(items: readonly T[], weightOf: (item: T) => number = () => 1) {
    this.#items = items;
    this.#weights = items.map(weightOf);
    this.#uses = new Float64Array(items.length);
    this.#given = new Float64Array(items.length).fill(-Infinity);
  }

  next(random: Random, country: string): T {
    const home = this.#homes.get(country) ?? new Float64Array(this.#items.length);
    this.#homes.set(country, home);
    const rest = Math.min(REST, this.#items.length - 1);
    let best = -1;
    let least = Infinity;
    this.#turn += 1;
    for (let index = 0; index < this.#items.length; index += 1) {
      if (this.#turn - (this.#given[index] ?? 0) <= rest) continue;
      const uses = AT_HOME * (home[index] ?? 0) + (this.#uses[index] ?? 0);
      const cost = (uses + random()) / (this.#weights[index] ?? 1);
      if (cost < least) [best, least] = [index, cost];
    }
    const item = this.#items[best];
    if (item === undefined) throw new RangeError('nothing to hand out');
    this.#uses[best] = (this.#uses[best] ?? 0) + 1;
    home[best] = (home[best] ?? 0) + 1;
    this.#given[best] = this.#turn;
    return item;
  }
}
