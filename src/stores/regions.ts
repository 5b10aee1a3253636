// The regions of a country, cached per country.
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

/** The regions of the last chosen country; empty while they load. */
export const $regions = computed($answer, (answer): Region[] => (answer.state === 'ready' ? answer.regions : []));

export const loadRegions = (country: string): Promise<void> => $answer.open(country);

async function fetchRegions(country: string): Promise<{ regions: Region[] }> {
  const { regions } = await api.regions({ country });
  known.set(country, regions[country] ?? []);
  return { regions: regions[country] ?? [] };
}
