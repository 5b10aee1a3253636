// Memoization of functions that every page of a build calls.

/** Caches results by arguments for the life of the process; `make` must be pure. */
export function memoize<Words extends string[], T extends object | string | number>(
  make: (...words: Words) => T,
): (...words: Words) => T {
  const known = new Map<string, T>();
  return (...words) => {
    const key = words.join('\0');
    const found = known.get(key) ?? make(...words);
    known.set(key, found);
    return found;
  };
}
