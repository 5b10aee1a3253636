// Waits for what comes by itself, for as long as a busy machine may need; whatever takes longer than that never comes.
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';

/** Waits until `holds` throws nothing any more, and answers what it answers. */
export const eventually = <T>(holds: () => T | Promise<T>, ms = 20_000): Promise<T> =>
  vi.waitFor(holds, { timeout: ms });

const STEP_MS = 50;

/** What `work` ends in; throws when that takes longer. Time in which this process stands still does not count. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const steps = async (): Promise<T> => {
    for (let step = 0; step < ms / STEP_MS; step += 1) await pause(STEP_MS, undefined, { signal: over.signal });
    throw new Error(`It took longer than ${ms} ms.`);
  };
  const over = new AbortController();
  return Promise.race([work, steps()]).finally(() => over.abort());
}
