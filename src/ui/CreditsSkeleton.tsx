// The skeletons of the credits pages. Without hooks and texts, so that they also render in the static page.
import { Skeleton } from './Skeleton.tsx';

export type CreditsPage = 'packages' | 'order' | 'transactions';

export function CreditsSkeleton({ page, label }: { page: CreditsPage; label: string }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div aria-hidden="true">
        <div className="credits-head">
          <div className="page-heading display">
            <Skeleton size="half" />
          </div>
          {page !== 'transactions' && (
            <div>
              <Skeleton size="long" />
            </div>
          )}
        </div>
        {page === 'transactions' ? <HistorySkeleton /> : <ChoiceSkeleton page={page} />}
      </div>
    </div>
  );
}

function ChoiceSkeleton({ page }: { page: 'packages' | 'order' }) {
  const isOrder = page === 'order';
  return (
    <>
      {!isOrder && (
        <div className="credits-costs">
          <Skeleton size="full" />
          <Skeleton size="long" />
        </div>
      )}
      <div className="beside">
        <div className="stack">
          {isOrder && (
            <div className="legend display">
              <Skeleton size="half" />
            </div>
          )}
          <CardsSkeleton count={isOrder ? 5 : 7} kind={isOrder ? 'low' : 'tall'} />
        </div>
        <LinesSkeleton />
      </div>
    </>
  );
}

function HistorySkeleton() {
  return (
    <>
      <LinesSkeleton />
      <div className="halves">
        <CardsSkeleton count={3} />
        <CardsSkeleton count={4} />
      </div>
    </>
  );
}

const LinesSkeleton = () => (
  <div className="panel">
    <Skeleton size="half" />
    <Skeleton size="full" />
    <Skeleton size="full" />
    <Skeleton size="long" />
  </div>
);

/** The cards of a list. */
export function CardsSkeleton({ count, kind = 'low' }: { count: number; kind?: 'tall' | 'low' }) {
  return (
    <div className="choices" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={`choice choice-${kind} skeleton`} />
      ))}
    </div>
  );
}
