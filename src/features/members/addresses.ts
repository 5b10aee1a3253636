// Addresses of the search pages.
import { linkTo } from '#lib/paths';
import type { Filters } from '#stores/search';

/** Includes the filters, and the cursor of a page that needs one, so that the link also works in a new tab. */
export function searchAddress(filters: Filters, page = 1, cursor?: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(name, String(value));
  if (page > 1) query.set('page', String(page));
  if (cursor) query.set('cursor', cursor);
  return query.size > 0 ? `${linkTo('members')}?${query.toString()}` : linkTo('members');
}
