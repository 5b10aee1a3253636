// Replaces #lib/live in tests of stores: the test opens and breaks the connection.
let say: (isOpen: boolean) => void = () => undefined;

export const announce = (): void => undefined;
export function listen(_hear: unknown, open: (isOpen: boolean) => void): () => void {
  say = open;
  return () => undefined;
}

/** Opens or breaks the connection. */
export const setOpen = (isOpen: boolean): void => say(isOpen);
