// The skeleton of one's own profile. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

const SECTIONS = 4;

export function ProfileSkeleton({ label }: { label: string }) {
  return (
    <div className="own-profile" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div className="own-head" aria-hidden="true">
        <div className="own-face">
          <div className="own-picture skeleton" />
          <div className="own-name">
            <Skeleton size="half" />
            <Skeleton size="long" />
          </div>
        </div>
        <div className="panel completeness">
          <Skeleton size="half" />
          <Skeleton size="full" />
          <Skeleton size="long" />
          <Skeleton size="long" />
        </div>
      </div>
      <div className="own-sections" aria-hidden="true">
        {Array.from({ length: SECTIONS }, (_, at) => (
          <div key={at} className="own-section">
            <Skeleton size="short" />
            <Skeleton size="full" />
            <Skeleton size="long" />
          </div>
        ))}
      </div>
    </div>
  );
}
