// How long a refused caller waits, in whole seconds as `retry_after` says it: never 0, or they would ask again too early.
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
