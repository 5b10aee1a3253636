// Maps items with a limited number of concurrent calls.

/**
 * Answers the results in the order of `items`. After a failure no further call begins; it is thrown when the running
 * ones have ended.
 */
export async function mapLimit<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
  };
  const failures: unknown[] = [];
  const stop = (error: unknown): void => {
    waiting.length = 0;
    failures.push(error);
  };
  await Promise.all(Array.from({ length: limit }, () => worker().catch(stop)));
  if (failures.length > 0) throw failures[0];
  return results;
}
