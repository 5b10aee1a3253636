// Tells the prefetcher that a link in the navigation bars has changed.

export const BARS_CHANGED = 'matchloom:bars-changed';

/** To be called when the link to credits or premium becomes known or changes. */
export const announceBars = (): void => void document.dispatchEvent(new Event(BARS_CHANGED));
