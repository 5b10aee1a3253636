// Regions of a country, each loaded once and kept.
import { atom } from 'nanostores';
import { site, type Region } from '#contract/site';
import { client } from '#lib/api';

const api = client({ regions: site.regions });
const known = new Map<string, Region[]>();
/** Counts the choices: an answer to an earlier one comes too late. */
let latest = 0;

/** Regions of the country chosen last; empty while loading and when there are none. */
export const $regions = atom<Region[]>([]);

/** Shows the regions of `country`; asks the server the first time only. */
export async function loadRegions(country: string): Promise<void> {
  const turn = (latest += 1);
  const kept = known.get(country);
  $regions.set(kept ?? []);
  if (kept) return;
  try {
    const { regions } = await api.regions({ country });
    known.set(country, regions[country] ?? []);
    if (turn === latest) $regions.set(regions[country] ?? []);
  } catch {
    if (turn === latest) $regions.set([]);
  }
}
