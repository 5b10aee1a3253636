// Keeps a piece of work from running beside itself: asked for while it runs, it runs once more afterwards.

/** Makes the work repeatable; the promise resolves when nothing asked for is left to do. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAskedFor = false;
  const run = async (): Promise<void> => {
    try {
      do {
        isAskedFor = false;
        await work();
      } while (isAskedFor);
    } finally {
      // At once: whoever asks in the moment after the last look would be told of a run that is over.
      running = null;
    }
  };
  return () => {
    if (running) isAskedFor = true;
    running ??= run();
    return running;
  };
}
