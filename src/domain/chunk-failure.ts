// Tells a script of the page that could not be loaded, as after a deployment, from other errors (requirement SH30).

/** Shortest time between two reloads because of it, in milliseconds. */
const RELOAD_EVERY_MS = 60_000;

/** What Chrome, Firefox and Safari say. */
const MESSAGES = [
  /failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /importing a module script failed/i,
];

export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error && MESSAGES.some((each) => each.test(error.message));

/** Whether to reload at `now`, when the last reload was at `last` (ISO 8601), if ever. */
export const mayReload = (last: string | null, now: Date): boolean =>
  last === null || !(now.getTime() - new Date(last).getTime() < RELOAD_EVERY_MS);
