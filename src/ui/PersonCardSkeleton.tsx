// The skeleton of a person's card.
import { Skeleton } from './Skeleton.tsx';

export function PersonCardSkeleton() {
  return (
    <span className="card-person">
      <span className="card-photo skeleton" />
      <span className="card-line">
        <Skeleton size="long" />
        <Skeleton size="half" />
      </span>
    </span>
  );
}
