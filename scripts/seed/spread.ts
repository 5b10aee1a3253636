// Hands out things evenly: the least used one comes next, and never one that was just given.
import type { Random } from './chance.ts';

/** How many turns a thing rests after it was given, where there are enough others. */
const REST = 6;

export class Spread<T> {
  readonly #items: readonly T[];
  readonly #weights: readonly number[];
  readonly #uses: Float64Array;
  readonly #given: Float64Array;
  #turn = 0;

  /** `weightOf` says how often an item comes compared with one of weight 1. */
  constructor(items: readonly T[], weightOf: (item: T) => number = () => 1) {
    this.#items = items;
    this.#weights = items.map(weightOf);
    this.#uses = new Float64Array(items.length);
    this.#given = new Float64Array(items.length).fill(-Infinity);
  }

  next(random: Random): T {
    const rest = Math.min(REST, this.#items.length - 1);
    let best = -1;
    let least = Infinity;
    this.#turn += 1;
    for (let index = 0; index < this.#items.length; index += 1) {
      if (this.#turn - (this.#given[index] ?? 0) <= rest) continue;
      const cost = ((this.#uses[index] ?? 0) + random()) / (this.#weights[index] ?? 1);
      if (cost < least) [best, least] = [index, cost];
    }
    const item = this.#items[best];
    if (item === undefined) throw new RangeError('nothing to hand out');
    this.#uses[best] = (this.#uses[best] ?? 0) + 1;
    this.#given[best] = this.#turn;
    return item;
  }
}
