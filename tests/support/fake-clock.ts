// Replaces #lib/clock in tests of stores: timers that run on demand, and no waiting.
let time = 0;
const timers = new Set<{ readonly at: number; readonly run: () => void }>();

export const now = (): Date => new Date();
export const uptime = (): number => time;
export const pause = (): Promise<void> => Promise.resolve();
export function after(ms: number, run: () => void): () => void {
  const timer = { at: time + ms, run };
  timers.add(timer);
  return () => void timers.delete(timer);
}

/** Advances the time by so many milliseconds. */
export function pass(ms: number): void {
  time += ms;
  for (const timer of [...timers].filter(({ at }) => at <= time)) {
    timers.delete(timer);
    timer.run();
  }
}
