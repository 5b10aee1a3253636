// Addresses of the search and of its pages, with the filters in force, so that every link also works on its own.
import { linkTo } from '#lib/paths';
import type { Filters } from '#stores/search';

/** The search with these filters, on this page. */
export function searchAddress(filters: Filters, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(name, String(value));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${linkTo('members')}?${query.toString()}` : linkTo('members');
}
