// Photos side by side: swiped by touch, scrolled to when one is chosen; a tap enlarges.
import { useEffect, useRef } from 'react';
import type { Elements } from './LoneText.tsx';
import { Picture } from './Picture.tsx';
import { Tag } from './Tag.tsx';

export interface Slide {
  readonly id: string;
  /** Null when the viewer may not see it. */
  readonly address: string | null;
  readonly alt: string;
  /** What has to be said on it. */
  readonly mark?: string | undefined;
}

interface Props {
  slides: readonly Slide[];
  current: string;
  sizes: string;
  /** The label of the button that enlarges. */
  enlarge: string;
  /** Shown in place of a photo that the viewer may not see. */
  locked: Elements;
  onChange: (id: string) => void;
  onTap: () => void;
}

export function PhotoSlides({ slides, current, sizes, enlarge, locked, onChange, onTap }: Props) {
  const list = useRef<HTMLUListElement>(null);
  /** What the scroll position shows; a change of `current` that came from scrolling needs no scrolling. */
  const shown = useRef(current);
  useEffect(() => {
    const element = list.current;
    const at = slides.findIndex(({ id }) => id === current);
    if (!element || at < 0 || shown.current === current) return;
    shown.current = current;
    element.scrollTo({ left: at * element.clientWidth });
  }, [current, slides]);
  const onScroll = (): void => {
    const element = list.current;
    if (!element || element.clientWidth === 0) return;
    const slide = slides[Math.round(element.scrollLeft / element.clientWidth)];
    if (!slide || slide.id === shown.current) return;
    shown.current = slide.id;
    onChange(slide.id);
  };
  return (
    <ul ref={list} className="slides" onScroll={onScroll}>
      {slides.map(({ id, address, alt, mark }, at) => (
        <li key={id} inert={id !== current}>
          {address === null ? (
            locked
          ) : (
            <button type="button" aria-label={enlarge} onClick={onTap}>
              <Picture address={address} alt={alt} sizes={sizes} isFirst={at === 0} />
            </button>
          )}
          {mark && <SlideMark>{mark}</SlideMark>}
        </li>
      ))}
    </ul>
  );
}

export const SlideMark = ({ children }: { children: string }) => (
  <p className="slide-mark">
    <Tag>{children}</Tag>
  </p>
);
