// How many members a search found, as a sentence; beyond the cap only that there are more.
import { SEARCH } from '#domain/limits';
import { formatNumber, t } from '#lib/i18n';

export const foundText = (count: number): string =>
  count > SEARCH.countCap
    ? t('members:found_many_more', { count: formatNumber(SEARCH.countCap) })
    : t('members:found', { count });
