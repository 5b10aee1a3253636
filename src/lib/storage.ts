// The browser's storage behind one door: the readable cookies, and what is kept on this device.

/** The value of a readable cookie, or null. */
export function cookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}

const PREFIX = 'kept:';
/** Stands in where the browser allows no storage: then it lasts as long as the page. */
const memory = new Map<string, string>();

/** What was kept under a name, or null. */
export const kept = (name: string): string | null =>
  whenAllowed(
    () => localStorage.getItem(PREFIX + name),
    () => memory.get(name) ?? null,
  );

/** Keeps a value on this device until it is forgotten; null forgets it. */
export function keep(name: string, value: string | null): void {
  const aside = (): void => void (value === null ? memory.delete(name) : memory.set(name, value));
  whenAllowed(() => {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  }, aside);
}

/** Names that begin with `start` and have something kept. */
export const keptNames = (start: string): string[] =>
  whenAllowed(
    () => Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : [])),
    () => [...memory.keys()],
  ).filter((name) => name.startsWith(start));

/** Forgets everything: whoever logs out leaves nothing personal behind. */
export const forgetKept = (): void => keptNames('').forEach((name) => keep(name, null));

function whenAllowed<T>(work: () => T, otherwise: () => T): T {
  try {
    return work();
  } catch {
    return otherwise();
  }
}
