// Lets a visitor's traffic source travel along: the public pages' own script does the same for theirs.
import type { Tracking } from '#domain/tracking';

/** Gives every link of ours that is approached the source; returns a function that stops it. */
export function watchTrackingLinks(page: Document, source: Tracking): () => void {
  const addSource = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (!link) return;
    const query = new URLSearchParams(link.search);
    for (const [name, value] of Object.entries(source)) query.set(name, value);
    link.search = query.toString();
  };
  const events = Object.keys(source).length > 0 ? ['pointerover', 'pointerdown', 'focusin'] : [];
  for (const name of events) page.addEventListener(name, addSource);
  return () => events.forEach((name) => page.removeEventListener(name, addSource));
}
