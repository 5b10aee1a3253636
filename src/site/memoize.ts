// Remembers what a function answered, for what is asked again on every page of a build.

/** Asks `make` once for the same words and keeps the answer as long as the program runs. It may depend on nothing else. */
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
