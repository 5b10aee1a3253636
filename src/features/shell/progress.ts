// Timing of the progress bar of a navigation: after 200 ms, for at most 5 s (requirement SH31).
import { PROGRESS } from '#domain/limits';
import { after } from '#lib/clock';

/** Calls `show` while Astro's router fetches a page; returns the function that stops it. */
export function watchProgress(page: EventTarget, show: (isShown: boolean) => void): () => void {
  let cancel = (): void => undefined;
  const started = (): void => {
    cancel();
    cancel = after(PROGRESS.delayMs, () => {
      show(true);
      cancel = after(PROGRESS.runMs, () => show(false));
    });
  };
  const arrived = (): void => {
    cancel();
    show(false);
  };
  page.addEventListener('astro:before-preparation', started);
  page.addEventListener('astro:page-load', arrived);
  return () => {
    cancel();
    page.removeEventListener('astro:before-preparation', started);
    page.removeEventListener('astro:page-load', arrived);
  };
}
