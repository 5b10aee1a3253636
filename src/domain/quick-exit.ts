// The quick exit: Escape pressed several times in a row leaves for a page that says nothing about this one.
export const QUICK_EXIT = {
  key: 'Escape',
  times: 3,
  withinMs: 1000,
  to: 'https://www.wikipedia.org/',
} as const;

/** Counts presses: true for the one that completes `times` within `withinMs`. */
export function exitPresses(): (at: number) => boolean {
  let presses: number[] = [];
  return (at) => {
    presses = [...presses.filter((each) => at - each < QUICK_EXIT.withinMs), at];
    return presses.length >= QUICK_EXIT.times;
  };
}
