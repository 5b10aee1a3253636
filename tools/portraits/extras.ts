/** What a sitter wears besides clothes: glasses, jewellery, lipstick, ink. */
import type { Gender, Hair, Look } from './look.ts';
import { lipsticks } from './palette.ts';
import { pick, type Random } from './random.ts';

const covered: readonly Hair[] = ['headscarf', 'turban'];

export function extras(
  random: Random,
  gender: Gender,
  age: number,
  hair: Hair,
  clothes: Look['clothes'],
): Pick<Look, 'tattoo' | 'glasses' | 'earring' | 'necklace' | 'lipstick'> {
  const woman = gender === 'female';
  const chance = (odds: number): boolean => random() < odds;
  const bare = ['vneck', 'boatneck', 'strap', 'wrap'].includes(clothes);
  return {
    ...(chance(age > 50 ? 0.4 : 0.22) && {
      glasses: pick(
        random,
        woman
          ? (['round', 'cat', 'square', 'pilot', 'cat'] as const)
          : (['round', 'square', 'pilot', 'half', 'square'] as const),
      ),
    }),
    ...(!covered.includes(hair) &&
      chance(woman ? 0.5 : 0.08) && {
        earring: pick(random, woman ? (['stud', 'hoop', 'drop'] as const) : (['stud'] as const)),
      }),
    ...(woman &&
      bare &&
      chance(0.5) &&
      hair !== 'headscarf' && {
        necklace: pick(random, age > 50 ? (['beads', 'pendant'] as const) : (['chain', 'pendant'] as const)),
      }),
    ...(woman && chance(0.5) && { lipstick: pick(random, lipsticks) }),
    ...(age < 60 &&
      chance(0.42) &&
      (bare || (!woman && ['crew', 'striped'].includes(clothes))) &&
      hair !== 'headscarf' && {
        tattoo: pick(
          random,
          clothes === 'strap'
            ? (['collarbone', 'shoulder'] as const)
            : clothes === 'boatneck'
              ? (['collarbone', 'neck'] as const)
              : (['neck'] as const),
        ),
      }),
  };
}
