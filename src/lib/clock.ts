// The browser's clock and timers in one module, so that tests can replace them.

/** Like setTimeout; returns the function that cancels. */
export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
export const pause = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));
export const now = (): Date => new Date();
/** Milliseconds since the page was opened, which no correction of the clock moves. */
export const uptime = (): number => performance.now();
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else after(200, run);
}
