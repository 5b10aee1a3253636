// Measures work by its processor time, which other programs on the machine do not increase.

/**
 * Starts measuring; the returned function answers the processor time since, in milliseconds, of this thread alone:
 * others compile and collect garbage.
 */
export function measure(): () => number {
  const begun = threadMs();
  return () => threadMs() - begun;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The minimum of three runs: the first may include what they wait for. */
export function effort(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const spent = measure();
    work();
    return spent();
  });
  return Math.min(...times);
}
