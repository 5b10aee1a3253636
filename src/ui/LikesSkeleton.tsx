// The skeleton of the likes page. Without hooks and texts, so that it also renders in the static page.
import { PeopleSkeleton } from './SearchSkeleton.tsx';
import { Skeleton } from './Skeleton.tsx';

export function LikesSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div aria-hidden="true">
        <div className="likes-head">
          <div className="likes-heading display">
            <Skeleton size="half" />
          </div>
          <span className="skeleton btn" />
        </div>
        <div className="tabs">
          <span>
            <Skeleton size="half" />
          </span>
          <span>
            <Skeleton size="half" />
          </span>
          <span>
            <Skeleton size="half" />
          </span>
        </div>
        <p className="likes-note">
          <Skeleton size="half" />
        </p>
      </div>
      <PeopleSkeleton />
    </div>
  );
}
