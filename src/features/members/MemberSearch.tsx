// The member search, home of a logged-in member: filters, how many match, the grid, and its pages.
import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '#lib/i18n';
import { goToPage, openSearch } from '#stores/search';
import { FilterChips } from './FilterChips.tsx';
import { FilterDialog } from './FilterDialog.tsx';
import { SearchResults } from './SearchResults.tsx';
import { $user } from '#stores/session';

interface Props {
  /** Drawings of the niche, for nobody found and for no answer. */
  empty?: ReactNode;
  lost?: ReactNode;
}

export function MemberSearch({ empty, lost }: Props) {
  const user = useStore($user);
  const [isFiltering, setFiltering] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the first paint, or it would be of the page of results shown before.
  useLayoutEffect(() => void openSearch(), []);
  const go = (page: number): void => {
    void goToPage(page);
    heading.current?.focus({ preventScroll: true });
    globalThis.scrollTo({ top: 0 });
  };
  return (
    <>
      <h1 ref={heading} className="search-heading" tabIndex={-1}>
        {t('members:heading')}
      </h1>
      <FilterChips user={user ?? null} onOpen={() => setFiltering(true)} />
      <SearchResults empty={empty} lost={lost} onGo={go} />
      {user && <FilterDialog user={user} isOpen={isFiltering} onClose={() => setFiltering(false)} />}
    </>
  );
}
