// One card of the stack: it follows the finger while it is on top, and flies out once it is answered.
import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import type { MemberCard } from '#contract/members';
import { $siteSettings } from '#stores/site-settings';
import { SwipeCard, type CardPlace } from '#ui/SwipeCard';
import { flyIn, flyOut, settle, useDrag } from './use-drag.ts';

/** An answered card on its way out, with its speed in pixels a millisecond. */
export interface Leaving {
  readonly card: MemberCard;
  readonly liked: boolean;
  readonly speed: number;
}

interface Props {
  card: MemberCard;
  place: CardPlace;
  leaving: Leaving | null;
  canLike: boolean;
  /** It was taken back, and comes in from where it left. */
  isReturned: boolean;
  onAnswer: (liked: boolean, speed: number) => void;
  onGone: () => void;
}

export function DeckCard({ card, place, leaving, canLike, isReturned, onAnswer, onGone }: Props) {
  const { cdn_prefix: prefix } = useStore($siteSettings);
  const element = useRef<HTMLDivElement>(null);
  const handlers = useDrag(element, { isTop: place === 'top', canLike, onAnswer });
  const isLeaving = leaving !== null;
  useLayoutEffect(() => {
    if (element.current && leaving) flyOut(element.current, leaving.liked, leaving.speed, onGone);
    // A card that was refused or taken back on its way stops.
    return () => {
      if (!element.current || !isLeaving) return;
      element.current.getAnimations().forEach((flight) => flight.cancel());
      settle(element.current);
    };
  }, [isLeaving]);
  useLayoutEffect(() => {
    if (element.current && isReturned) flyIn(element.current);
  }, []);
  return <SwipeCard card={card} prefix={prefix} place={place} dragged={element} handlers={handlers} />;
}
