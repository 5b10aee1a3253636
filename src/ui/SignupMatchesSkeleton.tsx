// The skeleton of the members who fit a new member. Without hooks and texts, so that it also renders in the static page.
import { PeopleSkeleton } from './SearchSkeleton.tsx';
import { Skeleton } from './Skeleton.tsx';

export function SignupMatchesSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div className="finder-heading display" aria-hidden="true">
        <Skeleton size="half" />
      </div>
      <p className="signup-matches-text" aria-hidden="true">
        <Skeleton size="half" />
      </p>
      <PeopleSkeleton />
    </div>
  );
}
