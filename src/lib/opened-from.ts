// Whether the entry before the current one in the history is the list that the profile was opened from.

/** Astro's router counts the entries of the history. */
const position = (): number | null => {
  const { index } = (history.state ?? {}) as { index?: unknown };
  return typeof index === 'number' ? index : null;
};
let openedFrom: number | null = null;

/** To be called when a profile is opened from a list. */
export const rememberList = (): void => void (openedFrom = position());

export function isListBehind(): boolean {
  const here = position();
  return openedFrom !== null && here !== null && here === openedFrom + 1;
}
