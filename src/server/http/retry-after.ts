// Seconds until a retry, at least 1: with 0 the caller would retry too early.
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
