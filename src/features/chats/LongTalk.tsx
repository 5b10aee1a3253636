// The messages of a long conversation, of which only those near the visible area are in the document. Loaded when a conversation has become long.
import { useLayoutEffect, useRef, useState, type ReactElement, type RefObject, type SyntheticEvent } from 'react';
import { Virtualizer, type CustomContainerComponent, type VirtualizerHandle } from 'virtua';
import type { BubbleData } from './bubbles.ts';
import type { Place } from './use-talk-scroll.ts';

interface Props extends Place {
  bubbles: readonly BubbleData[];
  /** The box that scrolls. */
  box: RefObject<HTMLElement | null>;
  children: (bubble: BubbleData) => ReactElement;
}

/** Takes the place of the plain list without moving what is visible. */
export function LongTalk({ bubbles, box, children: draw, isAtEnd, onHeight }: Props) {
  const list = useRef<VirtualizerHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const first = bubbles[0]?.key;
  const lastFirst = useRef(first);
  // The plain list is still in the document while this is rendered for the first time.
  const [visible] = useState(() => (isAtEnd() ? null : firstVisible(box.current)));
  const [Container] = useState(() => containerWith(onHeight));
  const [focused, setFocused] = useState<string | null>(null);
  const above = useHeightAbove(place, box);
  useLayoutEffect(() => {
    lastFirst.current = first;
  });
  useLayoutEffect(() => {
    if (visible) list.current?.scrollToIndex(visible.at, { align: 'start', offset: visible.offset });
  }, [visible]);
  const keepFocused = ({ target }: SyntheticEvent): void =>
    setFocused((target as Element).closest('[data-message]')?.getAttribute('data-message') ?? null);
  const kept = focused === null ? -1 : bubbles.findIndex(({ key }) => key === focused);
  return (
    <div className="talk-long" ref={place} onFocus={keepFocused} onBlur={() => setFocused(null)}>
      <Virtualizer
        ref={list}
        scrollRef={box}
        data={bubbles}
        startMargin={above}
        shift={lastFirst.current !== first}
        keepMounted={kept < 0 ? [] : [kept]}
        as={Container}
      >
        {(bubble: BubbleData) => (
          <div className="talk-item" key={bubble.key} data-message={bubble.key}>
            {draw(bubble)}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

/** Which message is the first one in sight, and how much of it is above the edge. The end is kept without it. */
function firstVisible(box: HTMLElement | null): { readonly at: number; readonly offset: number } | null {
  if (!box) return null;
  const edge = box.getBoundingClientRect().top;
  const drawn = [...box.querySelectorAll('.msg')];
  const at = drawn.findIndex((each) => each.getBoundingClientRect().bottom > edge);
  const found = drawn[at];
  if (!found) return null;
  const day = found.previousElementSibling;
  const start = day?.matches('.talk-day') ? day : found;
  return { at, offset: edge - start.getBoundingClientRect().top };
}

/** The element that is as high as all messages together. */
const containerWith = (onHeight: () => void): CustomContainerComponent =>
  function Container({ ref, style, children }) {
    useLayoutEffect(onHeight, [style.height]);
    return (
      <div ref={ref} style={style}>
        {children}
      </div>
    );
  };

/** The height of what stands above the messages. They stay where they are when it changes. */
function useHeightAbove(place: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!place.current || !box.current) return;
    // Both are within the same positioned element, and scrolling changes neither.
    const now = place.current.offsetTop - box.current.offsetTop;
    if (now === height) return;
    if (height !== null) box.current.scrollTop += now - height;
    setHeight(now);
  });
  return height ?? 0;
}
