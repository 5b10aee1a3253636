// Clears the member's data from the stores when the session ends or another member logs in.
const clearers = new Set<() => void>();

/** Registers a store's cleanup. */
export const onSessionEnd = (clear: () => void): void => void clearers.add(clear);

export const clearPrivateData = (): void => clearers.forEach((clear) => clear());
