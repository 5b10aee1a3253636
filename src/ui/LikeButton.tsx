// The like toggle on a photo.
import { useState } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  /** Names the member; must not depend on the pressed state. */
  label: string;
  isLiked: boolean;
  onToggle: (isLiked: boolean) => void;
}

export function LikeButton({ label, isLiked, onToggle }: Props) {
  // Only a heart that was clicked animates, not one that is already liked on load.
  const [isTouched, setTouched] = useState(false);
  const press = (): void => {
    setTouched(true);
    onToggle(!isLiked);
  };
  return (
    <span className="like-place">
      <button
        className={`like${isTouched ? ' like-touched' : ''}`}
        type="button"
        aria-pressed={isLiked}
        aria-label={label}
        onClick={press}
      >
        <Icon name="heart" />
      </button>
    </span>
  );
}
