// The gifts that members send in chats, and what they cost.
import type { GiftId } from '#contract/chats';

/** Cheapest first; the drawings are in src/ui/GiftArt.tsx, the names in `locales/`. */
export const GIFTS: readonly { readonly id: GiftId; readonly credits: number }[] = [
  { id: 'daisy', credits: 1 },
  { id: 'tea', credits: 1 },
  { id: 'sun', credits: 1 },
  { id: 'smile', credits: 1 },
  { id: 'butterfly', credits: 1 },
  { id: 'crane', credits: 2 },
  { id: 'cupcake', credits: 2 },
  { id: 'record', credits: 2 },
  { id: 'fire', credits: 2 },
  { id: 'letter', credits: 3 },
  { id: 'rose', credits: 3 },
  { id: 'heart', credits: 3 },
  { id: 'cake', credits: 3 },
  { id: 'chocolates', credits: 4 },
  { id: 'lantern', credits: 4 },
  { id: 'bouquet', credits: 5 },
  { id: 'fireworks', credits: 5 },
  { id: 'star', credits: 6 },
  { id: 'moon', credits: 8 },
  { id: 'balloon', credits: 10 },
];

/** A price in credits, within the range of the site's setting `gift_credits`. */
export function giftPrice(id: GiftId, { min, max }: { readonly min: number; readonly max: number }): number {
  const credits = GIFTS.find((gift) => gift.id === id)?.credits ?? max;
  return Math.min(max, Math.max(min, credits));
}
