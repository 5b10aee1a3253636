// Tells the stores when the device has a network again.

/** Runs each time; returns the function that unsubscribes. Never without a window, as in tests. */
export function onOnline(run: () => void): () => void {
  globalThis.window?.addEventListener('online', run);
  return () => globalThis.window?.removeEventListener('online', run);
}
