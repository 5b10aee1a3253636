// Does one kind of work on many things, a few at a time.

/** Answers with the results in the order of `items`; a failure begins no further one, and is thrown when those under way have ended. */
export async function mapLimit<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
  };
  const failures: unknown[] = [];
  const stop = (error: unknown): void => {
    waiting.length = 0;
    failures.push(error);
  };
  await Promise.all(Array.from({ length: lanes }, () => lane().catch(stop)));
  if (failures.length > 0) throw failures[0];
  return results;
}
