// An empty result, or page of a search that goes on: one button for each filter that can be widened, with how many members it hides.
import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { t } from '#lib/i18n';
import { $filterCount, $filters, applyFilters, type Found, resetFilters } from '#stores/search';
import { $siteSettings } from '#stores/site-settings';
import { $wider } from '#stores/wider-search';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { PeopleSkeleton } from '#ui/SearchSkeleton';
import { foundText } from './found-text.ts';
import { activeFilters, chosenFilters, type FilterValues, widenings } from './search-filters.ts';

interface Props {
  /** Null until the user has loaded. */
  defaults: FilterValues | null;
  /** There are more members to look through on the next page. */
  isSoFar?: boolean;
  children: ReactNode;
}

export function EmptySearch({ defaults, isSoFar = false, children }: Props) {
  const count = useStore($filterCount);
  const { fictional_plural: profiles } = useStore($siteSettings);
  const { ways, counts, isCounting } = useWays(defaults);
  // The number of buttons is not known before, and what stands around them would move.
  if (isCounting) return <PeopleSkeleton />;
  const actions = (
    <div className="form-actions empty-actions">
      {ways.map(({ name, filters }) => (
        <Button key={name} kind="line" onClick={() => void applyFilters(filters)}>
          <span className="way-wider">
            <span>{t(`members:widen_${name}`, { profiles })}</span>
            <WayFinds found={counts?.get(name)} />
          </span>
        </Button>
      ))}
      {count > 0 && (
        <Button kind={ways.length > 0 ? 'quiet' : 'primary'} onClick={() => void resetFilters()}>
          {t('members:empty_action')}
        </Button>
      )}
    </div>
  );
  return (
    <EmptyState
      heading={t(isSoFar ? 'members:so_far_heading' : 'members:empty_heading')}
      text={t(isSoFar ? 'members:so_far_text' : ways.length > 0 ? 'members:empty_text' : 'members:empty_wide')}
      action={actions}
    >
      {children}
    </EmptyState>
  );
}

const WayFinds = ({ found }: { found: Found | undefined }) =>
  found ? <span className="btn-note">{foundText(found)}</span> : null;

/** The ways to widen the search. Once it is known how many members each finds, only those that find any, if there are some. */
function useWays(defaults: FilterValues | null) {
  const chosen = useStore($filters);
  const wider = useStore($wider);
  const { countries, search_fields: fields } = useStore($siteSettings);
  const hasCountries = countries.length > 1;
  const ways = useMemo(() => {
    if (!defaults) return [];
    const values = activeFilters(defaults, chosen);
    return widenings(defaults, values, fields)
      .filter(({ name }) => name !== 'country' || hasCountries)
      .map(({ name, change }) => ({ name, filters: chosenFilters(defaults, { ...values, ...change }) }));
  }, [defaults, chosen, fields, hasCountries]);
  // Before the first paint, which would show the numbers of other filters.
  useLayoutEffect(() => void $wider.open(ways), [ways]);
  const counts = wider.state === 'ready' ? wider.counts : null;
  const helpful = ways.filter(({ name }) => (counts?.get(name)?.numResults ?? 0) > 0);
  const isCounting = ways.length > 0 && wider.state === 'loading';
  return { ways: helpful.length > 0 ? helpful : ways, counts, isCounting };
}
