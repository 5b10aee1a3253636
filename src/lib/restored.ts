// Back/forward cache: src/layouts/inline/members.js keeps a restored page hidden until its session is checked.

/** The listener must show the page or leave it. Without a listener the page reloads. Returns the function that unsubscribes. */
export function onRestored(listener: () => void): () => void {
  const restored = (event: Event): void => {
    event.preventDefault();
    listener();
  };
  globalThis.addEventListener?.('restored', restored);
  return () => globalThis.removeEventListener?.('restored', restored);
}

export const showPage = (): void => void document.documentElement.style.removeProperty('visibility');

export const reloadPage = (): void => globalThis.location.reload();
