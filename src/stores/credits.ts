// The packages and payment methods of the member's country, and the choice of a default package.
import { credits, type Package, type PackageList } from '#contract/credits';
import { client } from '#lib/api';
import { createResource, type ResourceState } from './resource.ts';

const api = client({ packages: credits.packages, methods: credits.methods });

export type OfferState = ResourceState<PackageList & { readonly methods: readonly string[] }>;

export const $offer = createResource({
  load: async () => {
    const [list, { methods }] = await Promise.all([api.packages(), api.methods()]);
    const packages = [...list.packages].sort((a, b) => a.credits - b.credits);
    return { ...list, packages, methods: methods.map(({ id }) => id) };
  },
});

/** Loads the offer; the current one stays visible until then. */
export const openOffer = (): Promise<void> => $offer.reload();

/** The smallest package that covers the need, else the largest. */
export const packageFor = (packages: readonly Package[], need: number): Package | undefined =>
  packages.find((each) => each.credits >= need) ?? packages.at(-1);

/** The package with the lowest price per credit; of two equal ones the smaller. */
export const bestValue = (packages: readonly Package[]): Package | undefined =>
  packages.reduce<Package | undefined>(
    (best, each) => (best && best.unit.amount <= each.unit.amount ? best : each),
    undefined,
  );
