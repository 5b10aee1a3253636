// Adds a visitor's traffic source to links; src/layouts/inline/visitor.js does the same on public pages.
import type { Tracking } from '#domain/tracking';

/** Adds the source to internal links on hover, press or focus; returns the function that stops it. */
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
