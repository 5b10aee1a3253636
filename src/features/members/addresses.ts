// Addresses of the search pages.
import { linkTo } from '#lib/paths';
import type { Filters } from '#stores/search';

/** Includes the filters, so that the link also works in a new tab. */
export function searchAddress(filters: Filters, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(name, String(value));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${linkTo('members')}?${query.toString()}` : linkTo('members');
}
