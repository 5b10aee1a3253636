// The numbers of the trust page: of how many days, and when there are too few to show.

export const TRUST = { days: 90, fewest: 10 } as const;

const MINUTES_PER_HOUR = 60;

/** Null when `of` counts too few for a number. */
export const unlessFew = (of: number, value: () => number): number | null => (of < TRUST.fewest ? null : value());

/** Two decimals below ten, so that a small share is not rounded away, and one above. */
export const percentOf = (part: number, of: number): number => {
  const percent = (100 * part) / of;
  return percent < 10 ? Math.round(percent * 100) / 100 : Math.round(percent * 10) / 10;
};

/** Whole hours; one decimal below ten. */
export const hoursOf = (minutes: number): number => {
  const hours = minutes / MINUTES_PER_HOUR;
  return hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours);
};
