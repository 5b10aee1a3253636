// The town of the member's position: asked from the browser, coarsened here, remembered for an hour (decisions B22).
import { atom } from 'nanostores';
import { site, type Geocode } from '#contract/site';
import { GEOCODE_CACHE_MS } from '#domain/limits';
import { client } from '#lib/api';
import { now } from '#lib/clock';
import { currentPosition } from '#lib/position';
import { onSessionEnd } from './private-data.ts';

const api = client({ geocode: site.geocode });

/** Why no town was found: the browser refused, has no position, no town is near, or the call failed. */
export type GeocodeFault = 'denied' | 'no_position' | 'nowhere' | 'failed';
export type GeocodeState =
  | { readonly state: 'idle' }
  | { readonly state: 'asking' }
  | { readonly state: 'active'; readonly place: Geocode }
  | { readonly state: 'error'; readonly fault: GeocodeFault };

/** In memory only: a position is never stored. */
const known = new Map<string, { readonly place: Geocode | false; readonly at: number }>();

export const $geocode = atom<GeocodeState>({ state: 'idle' });
let latest = 0;

export function resetGeocode(): void {
  latest += 1;
  $geocode.set({ state: 'idle' });
}
onSessionEnd(() => {
  known.clear();
  resetGeocode();
});

/** Asks once for the town; its place when one was found and no other request or reset came between. */
export async function locate(): Promise<Geocode | null> {
  const request = (latest += 1);
  $geocode.set({ state: 'asking' });
  const found = await findTown();
  if (request !== latest) return null;
  $geocode.set(found);
  return found.state === 'active' ? found.place : null;
}

async function findTown(): Promise<GeocodeState> {
  const position = await currentPosition();
  if (typeof position === 'string') return { state: 'error', fault: position };
  // About a kilometre: enough for the town, too little for the street.
  const [lat, lon] = [position.lat.toFixed(2), position.lon.toFixed(2)];
  try {
    const place = recent(`${lat} ${lon}`) ?? (await fetchTown(lat, lon));
    return place ? { state: 'active', place } : { state: 'error', fault: 'nowhere' };
  } catch {
    return { state: 'error', fault: 'failed' };
  }
}

function recent(key: string): Geocode | false | undefined {
  const answer = known.get(key);
  return answer && now().getTime() - answer.at < GEOCODE_CACHE_MS ? answer.place : undefined;
}

async function fetchTown(lat: string, lon: string): Promise<Geocode | false> {
  const { geocode } = await api.geocode({ lat, lon });
  known.set(`${lat} ${lon}`, { place: geocode, at: now().getTime() });
  return geocode;
}
