// Pages that the browser shows again as they were left: src/layouts/members.js keeps them hidden until the session is checked.

/** Hears that the page was restored, and must then show it or leave it. Returns what stops it. While no listener is there, the page is loaded anew. */
export function onRestored(hear: () => void): () => void {
  const restored = (event: Event): void => {
    event.preventDefault();
    hear();
  };
  globalThis.addEventListener?.('restored', restored);
  return () => globalThis.removeEventListener?.('restored', restored);
}

export const showPage = (): void => void document.documentElement.style.removeProperty('visibility');

export const reloadPage = (): void => globalThis.location.reload();
