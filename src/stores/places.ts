// Regions of a country, each loaded once and kept.
import { computed } from 'nanostores';
import { site, type Region } from '#contract/site';
import { client } from '#lib/api';
import { createResource } from './resource.ts';

const api = client({ regions: site.regions });
const known = new Map<string, Region[]>();

const $answer = createResource({
  load: (country: string) => {
    const regions = known.get(country);
    return regions ? { regions } : fetchRegions(country);
  },
});

/** Regions of the country chosen last; empty while loading and when there are none. */
export const $regions = computed($answer, (answer): Region[] => (answer.state === 'ready' ? answer.regions : []));

/** Shows the regions of `country`; asks the server the first time only. */
export const loadRegions = (country: string): Promise<void> => $answer.open(country);

async function fetchRegions(country: string): Promise<{ regions: Region[] }> {
  const { regions } = await api.regions({ country });
  known.set(country, regions[country] ?? []);
  return { regions: regions[country] ?? [] };
}
