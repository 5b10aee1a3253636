// One work at a time, in turns of those who wait: a member who adds many waits behind those who add few.

export interface FairTurns {
  /** Runs `work` of `who` when it is its turn. */
  run<T>(who: string, work: () => Promise<T>): Promise<T>;
}

export function fairTurns(): FairTurns {
  /** In the order in which they are served next. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;
  const next = (): (() => Promise<void>) | undefined => {
    for (const [who, works] of waiting) {
      const work = works.shift();
      waiting.delete(who);
      if (works.length > 0) waiting.set(who, works);
      return work;
    }
    return undefined;
  };
  const serve = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let work = next(); work; work = next()) await work();
    isRunning = false;
  };
  return {
    run: (who, work) =>
      new Promise((resolve, reject) => {
        const works = waiting.get(who) ?? [];
        waiting.set(who, [...works, () => work().then(resolve, reject)]);
        void serve();
      }),
  };
}
