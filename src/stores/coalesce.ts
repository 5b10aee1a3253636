// Serializes an async task: calls during a run cause one more run afterwards.

/** The returned promise resolves when no requested run is left. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isRerunRequested = false;
  const run = async (): Promise<void> => {
    try {
      do {
        isRerunRequested = false;
        await work();
      } while (isRerunRequested);
    } finally {
      // Reset synchronously: a later caller would otherwise get the promise of a run that is over.
      running = null;
    }
  };
  return () => {
    if (running) isRerunRequested = true;
    running ??= run();
    return running;
  };
}
