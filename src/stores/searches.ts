// The member's saved searches: the list, and saving, renaming and deleting one.
import { type NewSearch, SEARCH_NAME_LENGTH, searches, type SearchName } from '#contract/searches';
import { client } from '#lib/api';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client(searches);

export { SEARCH_NAME_LENGTH };

export const $searches = createResource({ load: () => api.list() });

export const createSearchSaving = (): Submit<NewSearch> =>
  createSubmit(async (search) => {
    await api.save(search);
    await $searches.reload();
  });

export const createSearchRename = (): Submit<SearchName> =>
  createSubmit(async (change) => {
    await api.rename(change);
    await $searches.reload();
  });

export const createSearchRemoval = (): Submit<{ id: string }> =>
  createSubmit(async (removal) => {
    await api.remove(removal);
    await $searches.reload();
  });
