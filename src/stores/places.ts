// Regions of a country, each loaded once and kept.
import { atom } from 'nanostores';
import { site, type Region } from '#contract/site';
import { client } from '#lib/api';

const api = client({ regions: site.regions });
const known = new Map<string, Region[]>();

/** Regions of the country chosen last; empty while loading and when there are none. */
export const $regions = atom<Region[]>([]);

/** Shows the regions of `country`; asks the server the first time only. */
export async function loadRegions(country: string): Promise<void> {
  const kept = known.get(country);
  $regions.set(kept ?? []);
  if (kept) return;
  try {
    const { regions } = await api.regions({ country });
    known.set(country, regions[country] ?? []);
    $regions.set(regions[country] ?? []);
  } catch {
    $regions.set([]);
  }
}
