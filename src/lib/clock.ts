// The browser's clock and timers behind one door, so that tests can turn the hands.

/** Calls back after `ms` milliseconds; returns a function that calls it off. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
/** Resolves after `ms` milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));
/** The moment it is. */
export const now = (): Date => new Date();
/** Calls back when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else after(200, run);
}
