// Moves the top card with the finger; released far or fast enough it is answered, else it springs back.
import { useDrag as useDragGesture } from '@use-gesture/react';
import type { HTMLAttributes, RefObject } from 'react';

/** The share of the card's width, and the speed in pixels a millisecond, from which a release answers. */
const FAR = 0.32;
const FAST = 0.45;
/** A flick shorter than this is an accident. */
const LEAST_PX = 24;

const SPRING = { duration: 420, easing: 'cubic-bezier(0.3, 1.5, 0.5, 1)' };

export const wantsMotion = (): boolean => !globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where a card dragged by `x`, `y` is; it turns around a point below it. */
const transformAt = (x: number, y: number): string =>
  `translate3d(${x}px, ${y * 0.35}px, 0) rotate(${Math.max(-18, Math.min(18, x / 18))}deg)`;

function place(card: HTMLElement, x: number, y: number): void {
  card.style.transform = transformAt(x, y);
  const pull = Math.max(-1, Math.min(1, x / (card.clientWidth * FAR)));
  card.style.setProperty('--like', String(Math.max(0, pull)));
  card.style.setProperty('--pass', String(Math.max(0, -pull)));
}

export function settle(card: HTMLElement): void {
  const from = card.style.transform;
  card.style.transform = '';
  card.style.removeProperty('--like');
  card.style.removeProperty('--pass');
  if (from && wantsMotion()) card.animate([{ transform: from }, { transform: 'none' }], SPRING);
}

/** Lets a card leave from where it is, at the speed of the finger. */
export function flyOut(card: HTMLElement, liked: boolean, speed: number, done: () => void): void {
  const x = (liked ? 1 : -1) * (card.clientWidth * 0.6 + globalThis.innerWidth * 0.6);
  const duration = Math.max(180, Math.min(340, Math.abs(x) / Math.max(speed, 0.01)));
  card.style.setProperty(liked ? '--like' : '--pass', '1');
  const flight = card.animate([{ transform: transformAt(x, 0), opacity: 0.4 }], {
    duration,
    easing: 'cubic-bezier(0.3, 0.3, 0.6, 1)',
    fill: 'forwards',
  });
  flight.onfinish = done;
  flight.oncancel = done;
}

/** Lets a card that was passed come back from the left. */
export function flyIn(card: HTMLElement): void {
  if (wantsMotion())
    card.animate([{ transform: transformAt(-globalThis.innerWidth, 0) }, { transform: 'none' }], SPRING);
}

interface Options {
  readonly isTop: boolean;
  readonly canLike: boolean;
  readonly onAnswer: (liked: boolean, speed: number) => void;
}

/** The handlers that let a card follow the finger. */
export function useDrag(card: RefObject<HTMLDivElement | null>, options: Options): HTMLAttributes<HTMLDivElement> {
  const { isTop, canLike, onAnswer } = options;
  const bind = useDragGesture(
    ({ active, canceled, movement: [x, y], velocity: [speed], direction: [towards] }) => {
      const dragged = card.current;
      if (!dragged) return;
      if (active) {
        place(dragged, x, y);
        return;
      }
      const isFar = Math.abs(x) > dragged.clientWidth * FAR;
      const isFlick = speed > FAST && Math.abs(x) > LEAST_PX && towards === Math.sign(x);
      const liked = x > 0;
      if (canceled || !(isFar || isFlick) || (liked && !canLike)) settle(dragged);
      else onAnswer(liked, speed);
    },
    { enabled: isTop, filterTaps: true },
  );
  return bind();
}
