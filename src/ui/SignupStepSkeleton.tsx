// The skeleton of a step after joining. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

export function SignupStepSkeleton({ label }: { label: string }) {
  return (
    <div className="signup-step" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div className="step-progress" aria-hidden="true">
        <p>
          <Skeleton size="short" />
        </p>
        <Skeleton />
      </div>
      <div className="display" aria-hidden="true">
        <Skeleton size="half" />
      </div>
      <p aria-hidden="true">
        <Skeleton size="long" />
      </p>
    </div>
  );
}
