/** Deals cards so that every card comes up about equally often. */
import { shuffled, type Random } from './random.ts';

/** The pile is shuffled again when no card in it fits. */
export function dealer<T>(random: Random, cards: readonly T[]): (fits?: (card: T) => boolean) => T {
  let pile: T[] = [];
  return (fits = () => true) => {
    let index = pile.findIndex(fits);
    if (index < 0) {
      pile = pile.concat(shuffled(random, cards));
      index = pile.findIndex(fits);
    }
    const [card] = pile.splice(index, 1);
    if (card === undefined) throw new RangeError('no card fits');
    return card;
  };
}
