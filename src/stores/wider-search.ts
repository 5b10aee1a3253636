// How many members an empty search would find with one filter widened.
import { createResource } from './resource.ts';
import { countFound, type Filters, type Found } from './search.ts';

/** A way to widen the search, by name, and the filters it leads to. */
interface Way {
  readonly name: string;
  readonly filters: Filters;
}

export const $wider = createResource({
  load: async (ways: readonly Way[]): Promise<{ counts: ReadonlyMap<string, Found> }> => ({
    counts: new Map(
      await Promise.all(ways.map(async ({ name, filters }) => [name, await countFound(filters)] as const)),
    ),
  }),
});
