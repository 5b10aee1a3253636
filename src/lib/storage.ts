// The browser's storage behind one door; a browser that refuses storage behaves like an empty one.

/** Reads what was kept under `key`, or null. */
export function kept(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps `value` under `key`; null forgets it. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.localStorage.removeItem(key);
    else globalThis.localStorage.setItem(key, value);
  } catch {
    return;
  }
}

/** The value of a readable cookie, or null. */
export function cookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}
