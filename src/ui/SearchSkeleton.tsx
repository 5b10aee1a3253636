// The skeleton of the search page. Without hooks and texts, so that it also renders in the static page.
import { PersonCardSkeleton } from './PersonCardSkeleton.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Fills a wide screen. */
const CARDS = 8;

export function PeopleSkeleton() {
  return (
    <div className="grid-people" aria-hidden="true">
      {Array.from({ length: CARDS }, (_, at) => (
        <PersonCardSkeleton key={at} />
      ))}
    </div>
  );
}

export function SearchSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div aria-hidden="true">
        <div className="search-heading display">
          <Skeleton size="half" />
        </div>
        <div className="filters">
          <Skeleton kind="chip" size="short" />
          <Skeleton kind="chip" size="half" />
          <Skeleton kind="chip" size="short" />
          <Skeleton kind="chip" size="half" />
        </div>
        <div className="results">
          <Skeleton size="half" />
        </div>
      </div>
      <PeopleSkeleton />
    </div>
  );
}
