// The place of a card before its member is known: same picture, same two lines.
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
