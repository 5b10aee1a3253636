// The button below a list of cards that appends more of them.
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

interface Props {
  text: string;
  /** Why the last press brought none. */
  failure: string | null;
  isBusy: boolean;
  onPress: () => void;
}

export function ShowMore({ text, failure, isBusy, onPress }: Props) {
  return (
    <div className="show-more">
      {failure !== null && <p role="alert">{failure}</p>}
      <Button isBusy={isBusy} onClick={onPress}>
        {text}
      </Button>
    </div>
  );
}

interface FocusOnMore {
  /** The list of cards, each with a link. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** To be called when more cards are asked for. */
  readonly remember: () => void;
}

/** Moves the focus to the first card that was appended: the button may be gone, and the focus with it. */
export function useFocusOnMore(count: number): FocusOnMore {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<number | null>(null);
  useEffect(() => {
    const { current: first } = before;
    if (first === null || count <= first) return;
    before.current = null;
    const { activeElement: focused } = document;
    // A member who has gone elsewhere meanwhile stays there.
    if (focused === document.body || focused?.closest('.show-more'))
      list.current?.children[first]?.querySelector('a')?.focus({ preventScroll: true });
  }, [count]);
  return { list, remember: () => void (before.current = count) };
}
