// The towns of a region, cached per region.
import { computed } from 'nanostores';
import { site } from '#contract/site';
import { client } from '#lib/api';
import { createResource } from './resource.ts';

const api = client({ cities: site.cities });
const known = new Map<string, string[]>();

const $answer = createResource({
  load: (region: string) => {
    const cities = region === '' ? [] : known.get(region);
    return cities ? { cities } : fetchCities(region);
  },
});

/** The towns of the last chosen region, largest first; empty while they load. */
export const $cities = computed($answer, (answer): string[] => (answer.state === 'ready' ? answer.cities : []));

/** `region` is an id such as `NL-UT`, which starts with its country; empty for none. */
export const loadCities = (region: string): Promise<void> => $answer.open(region);

async function fetchCities(region: string): Promise<{ cities: string[] }> {
  const { cities } = await api.cities({ country: region.slice(0, 2), region });
  known.set(region, cities);
  return { cities };
}
