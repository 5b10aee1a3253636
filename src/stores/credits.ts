// The offer: the packages and payment methods of the member's country, and which package is enough.
import { atom } from 'nanostores';
import { credits, type Package, type PackageList } from '#contract/credits';
import { ApiError, client } from '#lib/api';

const api = client({ packages: credits.packages, methods: credits.methods });

export type OfferState =
  | { readonly state: 'loading' }
  | ({ readonly state: 'ready'; readonly methods: readonly string[] } & PackageList)
  | { readonly state: 'failed'; readonly code: string };

export const $offer = atom<OfferState>({ state: 'loading' });

/** Counts the calls: an answer to an earlier one comes too late. */
let latest = 0;

/** Loads the offer; one that is shown already stays until the new one is there. */
export async function openOffer(): Promise<void> {
  const turn = (latest += 1);
  if ($offer.get().state === 'failed') $offer.set({ state: 'loading' });
  try {
    const [list, { methods }] = await Promise.all([api.packages(), api.methods()]);
    if (turn !== latest) return;
    const packages = [...list.packages].sort((a, b) => a.credits - b.credits);
    $offer.set({ state: 'ready', ...list, packages, methods: methods.map(({ id }) => id) });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'internal';
    if (turn === latest && $offer.get().state !== 'ready') $offer.set({ state: 'failed', code });
  }
}

/** The smallest package that covers the need, else the largest there is; never the dearest for its own sake. */
export const packageFor = (packages: readonly Package[], need: number): Package | undefined =>
  packages.find((each) => each.credits >= need) ?? packages.at(-1);

/** The package with the lowest price per credit; the smaller one of two that cost the same. */
export const bestValue = (packages: readonly Package[]): Package | undefined =>
  packages.reduce<Package | undefined>(
    (best, each) => (best && best.unit.amount <= each.unit.amount ? best : each),
    undefined,
  );

/** How much of a price is value added tax, at `rate` per cent contained in it, in whole minor units. */
export const vatIn = (amount: number, rate: number): number => Math.round((amount * rate) / (100 + rate));
