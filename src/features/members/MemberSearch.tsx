// The search page: filters, results with pagination, and an invitation for visitors.
import { useStore } from '@nanostores/react';
import { Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ANY_COUNTRY } from '#domain/search-area';
import { t } from '#lib/i18n';
import { isVisitor } from '#lib/page';
import { $filters, goToPage, openSearch } from '#stores/search';
import { $user } from '#stores/session';
import { $isSiteSettingsFetched, $siteSettings } from '#stores/site-settings';
import { lazyPart } from '#ui/LazyPart';
import { FilterChips } from './FilterChips.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { type FilterValues, memberDefaults, visitorDefaults } from './search-filters.ts';
import { SearchResults } from './SearchResults.tsx';
import { VisitorInvitation } from './VisitorInvitation.tsx';

const SavedSearches = lazyPart(
  () => import('./SavedSearches.tsx'),
  (module) => module.SavedSearches,
);

interface Props {
  /** The niche's drawings for no results and for a failure. */
  empty?: ReactNode;
  lost?: ReactNode;
}

export function MemberSearch({ empty, lost }: Props) {
  const defaults = useDefaults();
  const [isFiltering, setFiltering] = useState(false);
  const [isShowingSaved, setShowingSaved] = useState(false);
  const { country } = useStore($filters);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the first paint, which would otherwise show the previous results.
  useLayoutEffect(() => void openSearch(), []);
  const go = (page: number): void => {
    void goToPage(page);
    heading.current?.focus({ preventScroll: true });
    globalThis.scrollTo({ top: 0 });
  };
  return (
    <>
      <h1 ref={heading} className="search-heading" tabIndex={-1}>
        {t(country === ANY_COUNTRY ? 'members:heading_anywhere' : 'members:heading')}
      </h1>
      <FilterChips defaults={defaults} onOpen={() => setFiltering(true)} onSaved={() => setShowingSaved(true)} />
      <SearchResults defaults={defaults} empty={empty} lost={lost} onGo={go} />
      {isVisitor() && <VisitorInvitation />}
      {defaults && isShowingSaved && (
        <Suspense>
          <SavedSearches defaults={defaults} onClose={() => setShowingSaved(false)} />
        </Suspense>
      )}
      {defaults && <FilterDialog defaults={defaults} isOpen={isFiltering} onClose={() => setFiltering(false)} />}
    </>
  );
}

/** The default filters; null until the user, or a visitor's settings, have loaded. */
function useDefaults(): FilterValues | null {
  const user = useStore($user);
  const siteSettings = useStore($siteSettings);
  const isSiteSettingsFetched = useStore($isSiteSettingsFetched);
  return useMemo(() => {
    if (user) return memberDefaults(user);
    return isVisitor() && isSiteSettingsFetched ? visitorDefaults(siteSettings) : null;
  }, [user, siteSettings, isSiteSettingsFetched]);
}
