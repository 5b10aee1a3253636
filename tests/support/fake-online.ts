// Replaces #lib/online in tests of stores: the test says when the network is there again.
const runs = new Set<() => void>();

export function onOnline(run: () => void): () => void {
  runs.add(run);
  return () => void runs.delete(run);
}

export const goOnline = (): void => runs.forEach((run) => run());
