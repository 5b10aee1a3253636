// Measures work by the processor time it takes, which no other program on the machine makes longer.

/** Starts measuring; what it answers tells the processor time since, in milliseconds, of all threads of this process. */
export function measure(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
}

/** The least that some work took of three times: the first ones may have compiled it, or cleared up after others. */
export function effort(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const spent = measure();
    work();
    return spent();
  });
  return Math.min(...times);
}
