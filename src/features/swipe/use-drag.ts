// Moves the top card with the finger; released far or fast enough it is answered, else it springs back.
import { type FullGestureState, useDrag as useDragGesture } from '@use-gesture/react';
import type { HTMLAttributes, RefObject } from 'react';

/** The share of the card's width, and the speed in pixels a millisecond, from which a release answers. */
const FAR = 0.32;
const FAST = 0.45;
/** A flick shorter than this is an accident. */
const LEAST_PX = 24;

/** The share of the finger's way up or down that the card follows. */
const LIFT = 0.35;
/** How far a card is from its place, in pixels of the finger. */
type Place = readonly [x: number, y: number];

const SPRING = { duration: 420, easing: 'cubic-bezier(0.3, 1.5, 0.5, 1)' };

export const wantsMotion = (): boolean => !globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where a card dragged by `x`, `y` is; it turns around a point below it. */
const transformAt = (x: number, y: number): string =>
  `translate3d(${x}px, ${y * LIFT}px, 0) rotate(${Math.max(-18, Math.min(18, x / 18))}deg)`;

/**
 * Takes a card out of its spring or its way to the top, which would hide what the finger does, and answers where it was: it goes on
 * from there.
 */
function grab(card: HTMLElement): Place {
  const { m41: x, m42: y } = new DOMMatrixReadOnly(getComputedStyle(card).transform);
  card.getAnimations().forEach((motion) => motion.cancel());
  card.style.transition = 'none';
  return [x, y / LIFT];
}

function place(card: HTMLElement, [x, y]: Place): void {
  // Read before anything is written, after which the browser would have to lay the page out again.
  const pull = Math.max(-1, Math.min(1, x / (card.clientWidth * FAR)));
  card.style.transform = transformAt(x, y);
  card.style.setProperty('--like', String(Math.max(0, pull)));
  card.style.setProperty('--pass', String(Math.max(0, -pull)));
}

export function settle(card: HTMLElement): void {
  const from = card.style.transform;
  card.style.transform = '';
  card.style.transition = '';
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

/** What of a gesture moves a card; `memo` is where the card was when it began. */
type Drag = Pick<FullGestureState<'drag'>, 'active' | 'canceled' | 'movement' | 'velocity' | 'direction' | 'memo'>;

/** Moves the card with the finger, from where it is; its answer is the `memo` of the next call. */
export function follow(
  card: HTMLElement,
  { active, canceled, movement: [moved, lifted], velocity: [speed], direction: [towards], memo }: Drag,
  { canLike, onAnswer }: Pick<Options, 'canLike' | 'onAnswer'>,
): Place | undefined {
  // A tap grabs nothing.
  if (!active && !memo) return undefined;
  const from = (memo as Place | undefined) ?? grab(card);
  const x = from[0] + moved;
  if (active) {
    place(card, [x, from[1] + lifted]);
    return from;
  }
  const isFar = Math.abs(x) > card.clientWidth * FAR;
  const isFlick = speed > FAST && Math.abs(x) > LEAST_PX && towards === Math.sign(x);
  const liked = x > 0;
  if (canceled || !(isFar || isFlick) || (liked && !canLike)) settle(card);
  else onAnswer(liked, speed);
  return undefined;
}

/** The handlers that let a card follow the finger. */
export function useDrag(card: RefObject<HTMLDivElement | null>, options: Options): HTMLAttributes<HTMLDivElement> {
  const bind = useDragGesture((drag) => (card.current ? follow(card.current, drag, options) : undefined), {
    enabled: options.isTop,
    filterTaps: true,
  });
  return bind();
}
