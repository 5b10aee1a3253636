// Reports page visibility and its changes to the stores.

/** False without a document, as in tests. */
export const isPageHidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

/** Runs once, when the page becomes visible. */
export function oncePageVisible(run: () => void): void {
  const check = (): void => {
    if (isPageHidden()) return;
    document.removeEventListener('visibilitychange', check);
    run();
  };
  document.addEventListener('visibilitychange', check);
}

/** Runs each time the page becomes visible; returns the function that unsubscribes. */
export function onPageVisible(run: () => void): () => void {
  const check = (): void => {
    if (!isPageHidden()) run();
  };
  globalThis.document?.addEventListener('visibilitychange', check);
  return () => globalThis.document?.removeEventListener('visibilitychange', check);
}

/** Runs each time the page is hidden or left; returns the function that unsubscribes. */
export function onPageHidden(run: () => void): () => void {
  const check = (): void => {
    if (isPageHidden()) run();
  };
  globalThis.document?.addEventListener('visibilitychange', check);
  return () => globalThis.document?.removeEventListener('visibilitychange', check);
}
