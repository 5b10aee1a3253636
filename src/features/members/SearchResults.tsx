// The results of the search: loading, members with pagination, empty, or failed.
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { errorText, t } from '#lib/i18n';
import { rememberList } from '#lib/opened-from';
import { isVisitor } from '#lib/page';
import { $filters, $results, cursorTo, type Found, openSearch, type Results } from '#stores/search';
import { ErrorState } from '#ui/ErrorState';
import { Pager } from '#ui/Pager';
import { PeopleSkeleton } from '#ui/SearchSkeleton';
import { Skeleton } from '#ui/Skeleton';
import { searchAddress } from './addresses.ts';
import type { FilterValues } from './search-filters.ts';
import { EmptySearch } from './EmptySearch.tsx';
import { foundText } from './found-text.ts';
import { SearchResultCard } from './SearchResultCard.tsx';
import { VisitorCard } from './VisitorCard.tsx';

interface Props {
  /** Null until the user has loaded. */
  defaults: FilterValues | null;
  empty: ReactNode;
  lost: ReactNode;
  onGo: (page: number) => void;
}
type Ready = Extract<Results, { state: 'ready' }>;

/** Cards on the first screen, whose pictures load eagerly. */
const FIRST_CARDS = 4;

export function SearchResults({ defaults, empty, lost, onGo }: Props) {
  const results = useStore($results);
  if (results.state === 'failed') {
    return (
      <ErrorState
        heading={t('members:failed_heading')}
        text={errorText(results.code)}
        onRetry={() => void openSearch()}
      >
        {lost}
      </ErrorState>
    );
  }
  if (results.state === 'empty') return <EmptySearch defaults={defaults}>{empty}</EmptySearch>;
  return (
    <>
      <div className="results" aria-busy={results.state === 'loading'}>
        <p role="status">{results.state === 'ready' ? <FoundText found={results} /> : <LoadingText />}</p>
        {results.state === 'ready' && !isVisitor() && <OrderText />}
      </div>
      {results.state === 'ready' ? (
        <People results={results} defaults={defaults} empty={empty} onGo={onGo} />
      ) : (
        <PeopleSkeleton />
      )}
    </>
  );
}

function OrderText() {
  const { sort = 'activity' } = useStore($filters);
  return <p className="muted small only-wide">{t(`members:order_${sort}`)}</p>;
}

/** The localized sentence with its number in bold, at any position. */
function FoundText({ found }: { found: Found }) {
  const text = foundText(found);
  const [, before, number, after] = /^(\D*)(\d(?:.*\d)?\+?)(.*)$/.exec(text) ?? [text, text];
  return (
    <>
      <span>{before}</span>
      {number && <b>{number}</b>}
      <span>{after}</span>
    </>
  );
}

function LoadingText() {
  return (
    <>
      <span className="visually-hidden">{t('shell:loading')}</span>
      <Skeleton />
    </>
  );
}

function People({ results, defaults, empty, onGo }: Omit<Props, 'lost'> & { results: Ready }) {
  const filters = useStore($filters);
  const { page, next, profiles } = results;
  const Card = isVisitor() ? VisitorCard : SearchResultCard;
  return (
    <>
      {profiles.length > 0 && (
        <ul className="grid-people" onClickCapture={rememberList}>
          {profiles.map((card, at) => (
            <li key={card.id}>
              <Card card={card} isFirst={at < FIRST_CARDS} />
            </li>
          ))}
        </ul>
      )}
      {profiles.length === 0 && next === null && <p>{t('members:end')}</p>}
      {profiles.length === 0 && next !== null && (
        <EmptySearch defaults={defaults} isSoFar>
          {empty}
        </EmptySearch>
      )}
      <Pager
        page={page}
        hasNext={next !== null}
        words={{ label: t('members:page', { page }), previous: t('members:previous'), next: t('members:next') }}
        hrefOf={(target) => searchAddress(filters, target, cursorTo(target))}
        onGo={onGo}
      />
    </>
  );
}
