// Tells a script of the page that could not be loaded, as after a deployment, from other errors (requirement SH30).

/** What Chrome, Firefox and Safari say. */
const MESSAGES = [
  /failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /importing a module script failed/i,
];

export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error && MESSAGES.some((each) => each.test(error.message));
