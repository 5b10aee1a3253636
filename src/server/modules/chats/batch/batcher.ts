// Carries out together what several callers ask for at the same moment: whatever comes while a batch is under way is in the next one.

export interface Batcher<In, Out> {
  /** `group` keeps apart what may not share a batch. Rejects with what a batch failed with, its own or the one it waited for. */
  add(group: number, item: In): Promise<Out>;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}
interface Line<In, Out> {
  readonly waiting: Waiting<In, Out>[];
  isBusy: boolean;
}

/** `carryOut` gets at most `most` items and answers as many results, in their order. */
export function batcher<In, Out>(
  most: number,
  carryOut: (group: number, items: readonly In[]) => Promise<readonly Out[]>,
): Batcher<In, Out> {
  const lines = new Map<number, Line<In, Out>>();

  async function next(group: number, line: Line<In, Out>): Promise<void> {
    const batch = line.waiting.splice(0, most);
    if (batch.length === 0) return;
    line.isBusy = true;
    const tell = await carryOut(
      group,
      batch.map(({ item }) => item),
    ).then(
      (results) => () => results.forEach((result, at) => batch[at]?.resolve(result)),
      (error: unknown) => {
        // Nobody waits for one failure after the other.
        batch.push(...line.waiting.splice(0));
        return () => batch.forEach(({ reject }) => reject(error));
      },
    );
    line.isBusy = false;
    void next(group, line);
    // Until the next batch is on its way: answering those of this one takes the longest.
    await new Promise(setImmediate);
    tell();
  }

  return {
    add: (group, item) =>
      new Promise((resolve, reject) => {
        const line = lines.get(group) ?? { waiting: [], isBusy: false };
        lines.set(group, line);
        line.waiting.push({ item, resolve, reject });
        if (!line.isBusy) void next(group, line);
      }),
  };
}
