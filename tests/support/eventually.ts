// Waits for asynchronous results. Only what hangs takes as long as the limit, which is below that of a test, so that it says what is missing.
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';

/** Waits until `holds` stops throwing, and answers its result. */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> => vi.waitFor(holds, { timeout: 240_000 });

const STEP_MS = 50;

/** The result of `work`; throws when it takes longer. Time in which this process is suspended does not count. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const steps = async (): Promise<T> => {
    for (let step = 0; step < ms / STEP_MS; step += 1) await pause(STEP_MS, undefined, { signal: over.signal });
    throw new Error(`It took longer than ${ms} ms.`);
  };
  const over = new AbortController();
  return Promise.race([work, steps()]).finally(() => over.abort());
}
