// The skeleton of a list of labelled switches.
import { Skeleton } from './Skeleton.tsx';

export function SwitchListSkeleton({ label, rows = 9 }: { label: string; rows?: number }) {
  return (
    <div className="switch-list" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, at) => (
        <div className="switch-row" key={at}>
          <span>
            <Skeleton size="half" />
            <Skeleton size="long" />
            <Skeleton size="long" />
          </span>
        </div>
      ))}
    </div>
  );
}
