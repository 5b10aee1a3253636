// How many members a search found, as a sentence; that there are more where not all were counted.
import { SEARCH } from '#domain/limits';
import { formatNumber, t } from '#lib/i18n';
import type { Found } from '#stores/search';

export function foundText({ numResults, at_least }: Found): string {
  if (numResults > SEARCH.countCap) return t('members:found_many_more', { count: formatNumber(SEARCH.countCap) });
  if (at_least) return t('members:found_so_far', { number: formatNumber(numResults) });
  return t('members:found', { count: numResults });
}
