// The browser's storage: readable cookies, localStorage and sessionStorage.

export function cookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

export function setCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax`;
}

const PREFIX = 'kept:';
/** Fallback when the storage is blocked or full; lasts as long as the page. */
const memory = new Map<string, string>();

/** The device's, or the tab's, which is gone with the tab and survives its reloads. */
type Place = 'localStorage' | 'sessionStorage';

export const readStored = (name: string, place: Place = 'localStorage'): string | null =>
  memory.get(name) ?? tryStorage(() => globalThis[place].getItem(PREFIX + name), null);

/** Stores a value on this device; null deletes it. */
export function writeStored(name: string, value: string | null, place: Place = 'localStorage'): void {
  memory.delete(name);
  const isStored = tryStorage(() => {
    if (value === null) globalThis[place].removeItem(PREFIX + name);
    else globalThis[place].setItem(PREFIX + name, value);
    return true;
  }, false);
  if (!isStored && value !== null) memory.set(name, value);
}

/** The stored names that begin with `start`. */
export function storedKeys(start: string, place: Place = 'localStorage'): string[] {
  const stored = tryStorage(() => Object.keys(globalThis[place]), []);
  const names = stored.flatMap((key) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : []));
  return [...new Set([...names, ...memory.keys()])].filter((name) => name.startsWith(start));
}

/** Prefix of dismissed alerts, which hold a time and nothing of the member. */
export const DISMISSED = 'dismissed:';

/** The choice of the discreet icon (src/stores/discreet.ts), which belongs to the device: an installed app keeps it after a logout. */
const DISCREET = 'discreet';

/** Deletes the names that begin with `start`; by default everything but that choice and dismissed alerts, which must not return. */
export const removeStored = (start = ''): void =>
  storedKeys(start)
    .filter((name) => start !== '' || !(name.startsWith(DISMISSED) || name === DISCREET))
    .forEach((name) => writeStored(name, null));

/** The traffic source as a query, if src/layouts/inline/visitor.js stored it with consent. */
export const storedTracking = (): string =>
  tryStorage(() => (localStorage.getItem('consent') === 'yes' ? localStorage.getItem('tracking') : null), null) ?? '';

function tryStorage<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
