// Measures work by its processor time, which other programs on the machine do not increase.

/**
 * Starts measuring; the returned function answers the processor time since, in milliseconds, of all threads of this
 * process.
 */
export function measure(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
}

/**
 * The minimum of three runs, of this thread alone: others compile and collect garbage, and the first runs may include
 * what they wait for.
 */
export function effort(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
