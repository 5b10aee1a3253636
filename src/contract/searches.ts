// Contract of saved searches: a member's own, with a name and filters each.
import * as z from 'zod/mini';
import { endpoint, NoInput, NoOutput } from './endpoint.ts';
import { MemberSearch } from './members.ts';
import { Id, Moment } from './values.ts';

const { gender, country, countryregion, min_age, max_age, real, verified, two_way, sort } = MemberSearch.shape;
/** The filters and the order of a search, without its page. */
export const SavedFilters = z.strictObject({
  ...{ gender, country, countryregion, min_age, max_age, real, verified, two_way, sort },
});
export type SavedFilters = z.infer<typeof SavedFilters>;

export const SEARCH_NAME_LENGTH = 60;
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_NAME_LENGTH));

/** A saved search. What its `filters` leave out is the member's own default. */
export const SavedSearch = z.strictObject({ id: Id, name: z.string(), filters: SavedFilters, created_at: Moment });
export type SavedSearch = z.infer<typeof SavedSearch>;

export const NewSearch = z.strictObject({ name, filters: SavedFilters });
export type NewSearch = z.infer<typeof NewSearch>;
export const SearchName = z.strictObject({ id: Id, name });
export type SearchName = z.infer<typeof SearchName>;

/**
 * Calls of saved searches. `list` answers the oldest first. `save` answers `search_limit` with ten. `rename` and `remove` change one;
 * an unknown id is `not_found`.
 */
export const searches = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-searches.php',
    access: 'member',
    input: NoInput,
    output: z.strictObject({ searches: z.array(SavedSearch) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/saved-searches.php',
    access: 'member',
    input: NewSearch,
    output: NoOutput,
    errors: ['search_limit'],
    limit: 30,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/saved-searches.php',
    access: 'member',
    input: SearchName,
    output: NoOutput,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-searches.php',
    access: 'member',
    input: z.strictObject({ id: Id }),
    output: NoOutput,
  }),
};
