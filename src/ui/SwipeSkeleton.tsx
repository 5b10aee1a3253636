// The skeleton of the swipe game. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

export function SwipeSkeleton({ label }: { label: string }) {
  return (
    <div className="swipe" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div className="swipe-head" aria-hidden="true">
        <div className="swipe-heading display">
          <Skeleton size="half" />
        </div>
      </div>
      <div className="swipe-deck" aria-hidden="true">
        <div className="swipe-card">
          <span className="swipe-photo" />
        </div>
      </div>
      <div className="swipe-foot" aria-hidden="true">
        <div className="swipe-left">
          <Skeleton size="half" />
        </div>
        <div className="swipe-actions">
          <span className="swipe-button swipe-small" />
          <span className="swipe-button" />
          <span className="swipe-button" />
          <span className="swipe-button swipe-small" />
        </div>
      </div>
    </div>
  );
}
