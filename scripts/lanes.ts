// Does one kind of work on many things, a few at a time.

/** Answers with the results in the order of `items`; the first failure begins no further one, and throws. */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
  };
  const stop = (error: unknown): never => {
    waiting.length = 0;
    throw error;
  };
  await Promise.all(Array.from({ length: lanes }, () => lane().catch(stop)));
  return results;
}
