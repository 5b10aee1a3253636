// Batches concurrent calls: items added while a batch runs form the next one.

export interface Batcher<In, Out> {
  /**
   * Items of different `group`s never share a batch. Rejects with the error of the item's batch, or of the batch it
   * waited for.
   */
  add(group: number, item: In): Promise<Out>;
}

interface PendingItem<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}
interface GroupQueue<In, Out> {
  readonly pending: PendingItem<In, Out>[];
  isBusy: boolean;
}

/** `execute` gets at most `maxSize` items and returns their results in the same order. */
export function batcher<In, Out>(
  maxSize: number,
  execute: (group: number, items: readonly In[]) => Promise<readonly Out[]>,
): Batcher<In, Out> {
  const queues = new Map<number, GroupQueue<In, Out>>();

  async function runNext(group: number, queue: GroupQueue<In, Out>): Promise<void> {
    const batch = queue.pending.splice(0, maxSize);
    if (batch.length === 0) return;
    queue.isBusy = true;
    const settle = await execute(
      group,
      batch.map(({ item }) => item),
    ).then(
      (results) => () => results.forEach((result, at) => batch[at]?.resolve(result)),
      (error: unknown) => {
        // Queued items fail at once instead of waiting for one failure after the other.
        batch.push(...queue.pending.splice(0));
        return () => batch.forEach(({ reject }) => reject(error));
      },
    );
    queue.isBusy = false;
    void runNext(group, queue);
    // Starts the next batch before settling this one, since answering its callers takes longest.
    await new Promise(setImmediate);
    settle();
  }

  return {
    add: (group, item) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(group) ?? { pending: [], isBusy: false };
        queues.set(group, queue);
        queue.pending.push({ item, resolve, reject });
        if (!queue.isBusy) void runNext(group, queue);
      }),
  };
}
