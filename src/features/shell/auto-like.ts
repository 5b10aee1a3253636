// Takes the parameter `t` out of the address of every page, and shows a new like after that many seconds.
import { takeFromQuery } from '#lib/paths';

/** Returns the function that stops it. */
export function watchAutoLike(page: EventTarget): () => void {
  const take = (): void => {
    const seconds = takeFromQuery('t');
    if (seconds === null) return;
    // The member did not ask for it, so a script that does not arrive shows nothing.
    void import('#stores/auto-like').then(({ startAutoLike }) => startAutoLike(seconds)).catch(() => undefined);
  };
  take();
  page.addEventListener('astro:page-load', take);
  return () => page.removeEventListener('astro:page-load', take);
}
