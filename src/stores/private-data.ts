// What the stores hold of the member is cleared when the session ends or another member logs in.
const clearers = new Set<() => void>();

/** Registers how a store clears what it holds. */
export const onSessionEnd = (clear: () => void): void => void clearers.add(clear);

/** Clears every store that has registered. */
export const clearPrivateData = (): void => clearers.forEach((clear) => clear());
