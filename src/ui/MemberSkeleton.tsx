// The skeleton of the profile page. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

const FACTS = 6;

/** The sections of the profile. */
export function MemberDetailsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="part">
        <Skeleton size="full" />
        <Skeleton size="long" />
        <Skeleton size="half" />
      </div>
      <div className="part fact-list">
        {Array.from({ length: FACTS }, (_, at) => (
          <div key={at}>
            <Skeleton size="half" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function MemberSkeleton({ label }: { label: string }) {
  return (
    <div className="profile" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div aria-hidden="true">
        <div className="viewer skeleton" />
      </div>
      <div className="sheet">
        <div className="person-name display" aria-hidden="true">
          <Skeleton size="half" />
        </div>
        <div className="person-place" aria-hidden="true">
          <Skeleton size="half" />
        </div>
        <div className="quote" aria-hidden="true">
          <Skeleton size="long" />
          <Skeleton size="half" />
        </div>
        <div className="actions" aria-hidden="true">
          <span className="actions-skeleton skeleton" />
        </div>
        <MemberDetailsSkeleton />
      </div>
    </div>
  );
}
