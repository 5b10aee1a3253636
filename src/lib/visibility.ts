// Whether anybody can see the page right now.

/** Whether the page is in a hidden tab; false where there is no page. */
export const isPageHidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

/** Runs `run` once, as soon as the page is seen again. */
export function oncePageVisible(run: () => void): void {
  const check = (): void => {
    if (isPageHidden()) return;
    document.removeEventListener('visibilitychange', check);
    run();
  };
  document.addEventListener('visibilitychange', check);
}

/** Runs `run` each time the page is seen again; returns a function that stops it. */
export function onPageVisible(run: () => void): () => void {
  const check = (): void => {
    if (!isPageHidden()) run();
  };
  globalThis.document?.addEventListener('visibilitychange', check);
  return () => globalThis.document?.removeEventListener('visibilitychange', check);
}
