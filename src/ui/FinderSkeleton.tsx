// The skeleton of the match finder. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

export function FinderSkeleton({ label }: { label: string }) {
  return (
    <div className="finder" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div aria-hidden="true">
        <div className="finder-heading display">
          <Skeleton size="half" />
        </div>
        <p>
          <Skeleton />
        </p>
        <p>
          <Skeleton size="long" />
        </p>
      </div>
    </div>
  );
}
