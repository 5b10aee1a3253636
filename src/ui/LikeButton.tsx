// The heart on a picture: liked or not, pressed again to take it back.
import { useState } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  /** Whom it likes, in words that stay the same when it is pressed. */
  label: string;
  isLiked: boolean;
  onToggle: (isLiked: boolean) => void;
}

export function LikeButton({ label, isLiked, onToggle }: Props) {
  // Only a heart that was pressed moves, not one that was liked before.
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
