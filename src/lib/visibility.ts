// Whether anybody can see the page right now.

/** Whether the page is in a hidden tab; false where there is no page. */
export const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

/** Runs `run` once, as soon as the page is seen again. */
export function onceVisible(run: () => void): void {
  const check = (): void => {
    if (isHidden()) return;
    document.removeEventListener('visibilitychange', check);
    run();
  };
  document.addEventListener('visibilitychange', check);
}

/** Runs `run` each time the page is seen again; returns a function that stops it. */
export function onVisible(run: () => void): () => void {
  const check = (): void => {
    if (!isHidden()) run();
  };
  globalThis.document?.addEventListener('visibilitychange', check);
  return () => globalThis.document?.removeEventListener('visibilitychange', check);
}
