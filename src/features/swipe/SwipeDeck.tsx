// The game: the stack of cards, the likes left, and buttons and arrow keys that do the same as the finger.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { MemberCard } from '#contract/members';
import { SWIPE } from '#domain/limits';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
import { openCardMenu } from '#stores/safety-dialog';
import { $lastPass, answerCard, undoPass } from '#stores/swipe';
import { CardMenuButton } from '#ui/CardMenuButton';
import { Icon } from '#ui/Icon';
import type { CardPlace } from '#ui/SwipeCard';
import { DeckCard, type Leaving } from './DeckCard.tsx';
import { wantsMotion } from './use-drag.ts';

const PLACES = ['top', 'second', 'third'] as const satisfies readonly CardPlace[];
/** The speed of a card that is answered without a finger. */
const BUTTON_SPEED = 2.2;

interface Props {
  profiles: readonly MemberCard[];
  remaining: number;
}

export function SwipeDeck({ profiles, remaining }: Props) {
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const [returned, setReturned] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const lastPass = useStore($lastPass);
  const [top, next] = profiles;
  const answer = (liked: boolean, speed = BUTTON_SPEED): void => {
    if (!top || (liked && remaining <= 0)) return;
    if (wantsMotion())
      setLeaving((all) => [...all.filter(({ card }) => card.id !== top.id), { card: top, liked, speed }]);
    setReturned(null);
    setSaid([t(liked ? 'swipe:liked' : 'swipe:passed', { name: top.name }), nextText(next)].join(' '));
    void answerCard(top, liked);
  };
  const undo = (): void => {
    if (!lastPass) return;
    setReturned(lastPass.id);
    setSaid(nextText(lastPass));
    void undoPass();
  };
  useKeys({ ArrowRight: () => answer(true), ArrowLeft: () => answer(false), ArrowUp: lastPass && undo });
  const shown = profiles.slice(0, PLACES.length);
  const going = leaving.filter(({ card }) => shown.every(({ id }) => id !== card.id));
  const gone = (id: string) => (): void => setLeaving((all) => all.filter(({ card }) => card.id !== id));
  // The last in the document lies on top.
  const drawn = [
    ...shown.map((card, at) => ({ card, place: PLACES[at] ?? 'third', way: null })).reverse(),
    ...going.map((way) => ({ card: way.card, place: 'leaving' as const, way })),
  ];
  return (
    <>
      <div className="swipe-deck">
        {drawn.map(({ card, place, way }) => (
          <DeckCard
            key={card.id}
            card={card}
            place={place}
            leaving={way}
            canLike={remaining > 0}
            isReturned={returned === card.id}
            onAnswer={answer}
            onGone={gone(card.id)}
          />
        ))}
        {top && <CardMenuButton label={t('safety:menu', { name: top.name })} onPress={() => openCardMenu(top)} />}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className="swipe-foot">
        <Left remaining={remaining} />
        {top && <Actions top={top} lastPass={lastPass} onAnswer={answer} onUndo={undo} />}
        <p className="muted small only-wide">{t('swipe:keys')}</p>
      </div>
    </>
  );
}

const nextText = (card: MemberCard | undefined): string =>
  card ? t('swipe:next', { name: card.name, age: card.age }) : '';

/** Runs the action of a key, unless the key belongs to a field, a menu or a dialog. One without an action scrolls as ever. */
function useKeys(actions: Readonly<Record<string, (() => void) | null>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const action = actions[event.key];
      const isBusy =
        event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      const target = event.target instanceof Element ? event.target : null;
      if (!action || isBusy || target?.closest('input, textarea, select, dialog, [role="menu"]')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

function Left({ remaining }: { remaining: number }) {
  return (
    <p className="swipe-left">
      <span className="swipe-pips" aria-hidden="true">
        {Array.from({ length: SWIPE.likesPerDay }, (_, at) => (
          <i key={at} className={at < remaining ? undefined : 'swipe-used'} />
        ))}
      </span>
      <span>{t('swipe:left', { count: remaining })}</span>
    </p>
  );
}

interface ActionsProps {
  top: MemberCard;
  lastPass: MemberCard | null;
  onAnswer: (liked: boolean) => void;
  onUndo: () => void;
}

function Actions({ top: { id, name }, lastPass, onAnswer, onUndo }: ActionsProps) {
  return (
    <div className="swipe-actions">
      <button
        className="swipe-button swipe-small"
        type="button"
        // Stays focusable, so that the focus is not lost when it has nothing to do.
        aria-disabled={lastPass === null}
        aria-label={lastPass ? t('swipe:undo', { name: lastPass.name }) : t('swipe:undo_nothing')}
        onClick={onUndo}
      >
        <Icon name="undo" />
      </button>
      <button
        className="swipe-button"
        type="button"
        aria-label={t('swipe:pass', { name })}
        onClick={() => onAnswer(false)}
      >
        <Icon name="close" />
      </button>
      <button
        className="swipe-button swipe-yes"
        type="button"
        aria-label={t('likes:like', { name })}
        onClick={() => onAnswer(true)}
      >
        <Icon name="heart" />
      </button>
      <a
        className="swipe-button swipe-small"
        href={linkTo('members-id', { id })}
        aria-label={t('swipe:profile', { name })}
      >
        <Icon name="user" />
      </a>
    </div>
  );
}
