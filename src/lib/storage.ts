// The browser's storage behind one door: the readable cookies, and what is kept on this device.

/** The value of a readable cookie, or null. */
export function cookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

/** Sets a readable cookie for the whole site. */
export function setCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax`;
}

const PREFIX = 'kept:';
/** Stands in where the browser allows no storage, or has no room left in it: then it lasts as long as the page. */
const memory = new Map<string, string>();

/** What was kept under a name, or null. */
export const readStored = (name: string): string | null =>
  memory.get(name) ?? whenAllowed(() => localStorage.getItem(PREFIX + name), null);

/** Keeps a value on this device until it is forgotten; null forgets it. */
export function writeStored(name: string, value: string | null): void {
  memory.delete(name);
  const isKept = whenAllowed(() => {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
    return true;
  }, false);
  if (!isKept && value !== null) memory.set(name, value);
}

/** Names that begin with `start` and have something kept. */
export function storedKeys(start: string): string[] {
  const stored = whenAllowed(() => Object.keys(localStorage), []);
  const names = stored.flatMap((key) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : []));
  return [...new Set([...names, ...memory.keys()])].filter((name) => name.startsWith(start));
}

/** Forgets what names begin with, else everything: whoever logs out leaves nothing personal behind. */
export const removeStored = (start = ''): void => storedKeys(start).forEach((name) => writeStored(name, null));

/** The traffic source as a query, where the visitors' script (src/layouts/inline/visitor.js) was allowed to keep one. */
export const storedTracking = (): string =>
  whenAllowed(() => (localStorage.getItem('consent') === 'yes' ? localStorage.getItem('tracking') : null), null) ?? '';

function whenAllowed<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
