// Scroll position of a conversation: sticks to the end, and stays in place when older messages are prepended.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** A distance to an edge below this counts as being at the edge. */
const EDGE_PX = 80;

interface ScrollInput {
  /** Keys of the first and last message. */
  readonly first: string;
  readonly last: string;
  /** Changes with anything that affects the height at or below the last message. */
  readonly tail: string;
  readonly isMine: boolean;
  /** The list itself stays in place when messages are prepended. */
  readonly keepsPlace: boolean;
  readonly onTop: () => void;
}
/** Where the reader is. */
export interface Place {
  /** Whether the end is visible. */
  readonly isAtEnd: () => boolean;
  /** Scrolls to the end again; called before the browser paints messages that have another height. */
  readonly onHeight: () => void;
}
interface TalkScroll {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** There is a new message below the visible area. */
  readonly hasUnseen: boolean;
  readonly place: Place;
  readonly scrollToEnd: () => void;
  readonly onScroll: () => void;
}

export function useTalkScroll({ first, last, tail, isMine, keepsPlace, onTop }: ScrollInput): TalkScroll {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useRef({ first: '', last: '', height: 0, size: '', isAtEnd: true });
  const [hasUnseen, setUnseen] = useState(false);
  const stick = (): void => {
    if (ref.current && seen.current.isAtEnd) ref.current.scrollTop = ref.current.scrollHeight;
  };
  const scrollToEnd = (): void => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
    setUnseen(false);
  };
  useLayoutEffect(() => {
    const box = ref.current;
    const before = seen.current;
    if (!box) return;
    if (!keepsPlace && before.first !== '' && first !== before.first) box.scrollTop += box.scrollHeight - before.height;
    const isNew = last !== before.last;
    if (before.isAtEnd || (isNew && isMine)) box.scrollTop = box.scrollHeight;
    else if (isNew) setUnseen(true);
    seen.current = { ...before, first, last, height: box.scrollHeight, isAtEnd: isAtEnd(box) };
  }, [first, last, tail, isMine, keepsPlace]);
  // An opening keyboard or a growing message field shrinks the box.
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      seen.current = { ...seen.current, size: sizeOf(box) };
      stick();
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const onScroll = (): void => {
    const box = ref.current;
    // A scroll event caused by a resize is handled by the observer.
    if (!box || sizeOf(box) !== seen.current.size) return;
    seen.current = { ...seen.current, height: box.scrollHeight, isAtEnd: isAtEnd(box) };
    if (isAtEnd(box)) setUnseen(false);
    if (box.scrollTop < EDGE_PX && box.scrollHeight > box.clientHeight) onTop();
  };
  const place: Place = { isAtEnd: () => seen.current.isAtEnd, onHeight: stick };
  return { ref, hasUnseen, place, scrollToEnd, onScroll };
}

const isAtEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < EDGE_PX;
const sizeOf = (box: HTMLElement): string => `${box.clientWidth} ${box.clientHeight}`;
