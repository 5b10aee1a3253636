// The skeleton of the page after signup. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

export function ConfirmEmailSkeleton({ label }: { label: string }) {
  return (
    <div className="state" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <span className="state-drawing state-drawing-blank skeleton" aria-hidden="true" />
      <div className="state-words" aria-hidden="true">
        <div className="display">
          <Skeleton size="long" />
          <Skeleton size="half" />
        </div>
        <p>
          <Skeleton />
          <Skeleton size="half" />
        </p>
        <p>
          <Skeleton />
          <Skeleton size="long" />
        </p>
      </div>
    </div>
  );
}
